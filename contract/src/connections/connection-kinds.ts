import { email, line, optional } from '../fields.ts';
import { pixKey } from '../operator/pix-key.ts';
import { z } from '../zod.ts';
import { banks } from './banks.ts';

/** What a person types, chooses or sends of a connection. */
export interface ConnectionField {
  label: string;
  /** Where to find it. */
  help: string;
  /** What it accepts; empty for a field that may be left out. */
  schema: z.ZodType<string>;
  /** `file`: a text with PEM, or bytes in base64. */
  input: 'line' | 'choice' | 'file';
  /** Choices by their values, of a choice. */
  choices?: Record<string, string>;
  /** Ends of names of files that are accepted. */
  accept?: string;
  /** Kept encrypted and never answered, but for the last four characters where they are no file or password. */
  secret?: 'key' | 'password' | 'file';
  isOptional?: true;
  /** Where the connection leads: once it changes, secrets have to be given again. */
  isAddress?: true;
  /** The field that it belongs to: once that changes, this one has to be given again. */
  goesWith?: string;
}

const MAX_FILE = 40_000;

/** A choice of the demonstration, which has no other; elsewhere it is not offered, and refused. */
export const DEMONSTRATION = 'demonstration';

const visible = (label: string, max = 300) =>
  line(label, { max }).refine((text) => /^[\x21-\x7e]+$/.test(text), `${label}: copie sem espaços nem acentos.`);

const httpsAddress = (label: string) =>
  line(label, { max: 300 }).refine(isHttpsAddress, `${label}: use um endereço como https://api.banco.com.br/pix/v2.`);

function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/[^\s?#@\\]+$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, port } = new URL(text);
  return hostname !== '' && port !== '0';
}

const file = (label: string) =>
  z
    .string(`${label}: escolha o arquivo.`)
    .max(MAX_FILE, { error: `${label}: o arquivo é grande demais.`, abort: true })
    .refine((text) => isPem(text) || /^[A-Za-z0-9+/]+={0,2}$/.test(text), `${label}: não é um arquivo .pem ou .p12.`);

/** Whether the text of a file is PEM; otherwise it is base64. */
export const isPem = (text: string): boolean => text.includes('-----BEGIN ');

const password = (label: string) =>
  z
    .string()
    .max(300, { error: `${label}: use no máximo 300 caracteres.`, abort: true })
    .refine((text) => !/\p{Cc}|\p{Surrogate}/u.test(text), `${label}: há caracteres que não são aceitos.`);

const hostName = line('Servidor', { max: 253 })
  .toLowerCase()
  .refine((text) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text), 'Servidor: use um nome como smtp.exemplo.com.br.');

const port = line('Porta', { max: 5 }).refine(
  (text) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536,
  'Porta: use um número, como 465 ou 587.',
);

const bankFields = {
  bank: {
    label: 'Banco',
    help: 'Se o seu não está na lista, escolha “Outro banco” e digite os endereços.',
    input: 'choice',
    choices: {
      ...Object.fromEntries(Object.entries(banks).map(([key, { label }]) => [key, label])),
      other: 'Outro banco',
    },
    schema: z.enum([...Object.keys(banks), 'other'], 'Escolha o banco.'),
  },
  apiUrl: {
    label: 'Endereço da API Pix',
    help: 'Da documentação do banco, no ambiente de produção, até o fim do /v2.',
    input: 'line',
    schema: httpsAddress('Endereço da API Pix'),
    isAddress: true,
  },
  tokenUrl: {
    label: 'Endereço dos tokens',
    help: 'Da documentação do banco: onde se pede o token (OAuth2).',
    input: 'line',
    schema: httpsAddress('Endereço dos tokens'),
    isAddress: true,
  },
  clientId: {
    label: 'Client id',
    help: 'No portal de desenvolvedores do banco, na aplicação que você criou.',
    input: 'line',
    schema: visible('Client id'),
  },
  clientSecret: {
    label: 'Client secret',
    help: 'Ao lado do client id. O Sicoob não tem: deixe vazio.',
    input: 'line',
    schema: optional(visible('Client secret')),
    secret: 'key',
    goesWith: 'clientId',
    isOptional: true,
  },
  applicationKey: {
    label: 'Chave da aplicação',
    help: 'Só no Banco do Brasil: developer_application_key, na página da aplicação.',
    input: 'line',
    schema: optional(visible('Chave da aplicação')),
    secret: 'key',
    goesWith: 'clientId',
    isOptional: true,
  },
  certificate: {
    label: 'Certificado',
    help: 'O arquivo que identifica a empresa no banco.',
    input: 'file',
    accept: '.pem,.crt,.cer,.p12,.pfx',
    schema: file('Certificado'),
    secret: 'file',
  },
  certificateKey: {
    label: 'Chave do certificado',
    help: 'Só quando veio em um arquivo separado (.key). Em um .p12 ou .pfx ela já está dentro.',
    input: 'file',
    accept: '.key,.pem',
    schema: optional(file('Chave do certificado')),
    secret: 'file',
    goesWith: 'certificate',
    isOptional: true,
  },
  certificatePassword: {
    label: 'Senha do certificado',
    help: 'A que foi escolhida ao criar o arquivo .p12 ou .pfx. Se ele não tem senha, deixe vazio.',
    input: 'line',
    schema: password('Senha do certificado'),
    secret: 'password',
    goesWith: 'certificate',
    isOptional: true,
  },
  key: {
    label: 'Chave Pix',
    help: 'A chave desta conta que recebe os pagamentos. De preferência uma que nada mais usa.',
    input: 'line',
    schema: pixKey,
  },
} as const satisfies Record<string, ConnectionField>;

const cardFields = {
  accessToken: {
    label: 'Access token',
    help: 'Em Suas integrações, na aplicação: Credenciais de produção. Começa com APP_USR.',
    input: 'line',
    schema: visible('Access token'),
    secret: 'key',
  },
  webhookSecret: {
    label: 'Assinatura secreta',
    help: 'Na mesma aplicação: Webhooks, Configurar notificações. Aparece depois de salvar o endereço abaixo.',
    input: 'line',
    schema: visible('Assinatura secreta'),
    secret: 'key',
  },
} as const satisfies Record<string, ConnectionField>;

const mailFields = {
  host: {
    label: 'Servidor',
    help: 'O servidor de saída (SMTP), na ajuda do seu provedor de e-mail.',
    input: 'line',
    schema: hostName,
    isAddress: true,
  },
  port: {
    label: 'Porta',
    help: '465 ou 587, como diz o provedor.',
    input: 'line',
    schema: port,
    isAddress: true,
  },
  user: {
    label: 'Usuário',
    help: 'Quase sempre o próprio endereço de e-mail.',
    input: 'line',
    schema: visible('Usuário', 254),
  },
  password: {
    label: 'Senha',
    help: 'A senha da caixa postal, ou a senha de aplicativo que o provedor cria para isso.',
    input: 'line',
    schema: password('Senha').refine((text) => text !== '', 'Senha: preencha este campo.'),
    secret: 'password',
  },
  from: {
    label: 'Endereço de quem envia',
    help: 'Os clientes recebem os e-mails deste endereço, com o nome da empresa.',
    input: 'line',
    schema: email,
  },
} as const satisfies Record<string, ConnectionField>;

const googleFields = {
  clientId: {
    label: 'Client id',
    help: 'No Google Cloud: APIs e serviços, Credenciais, ID do cliente OAuth do tipo “Aplicativo da Web”.',
    input: 'line',
    schema: visible('Client id', 200),
  },
  clientSecret: {
    label: 'Client secret',
    help: 'Na mesma página da credencial.',
    input: 'line',
    schema: visible('Client secret', 200),
    secret: 'key',
    goesWith: 'clientId',
  },
} as const satisfies Record<string, ConnectionField>;

const fiscalFields = {
  environment: {
    label: 'Ambiente',
    help: 'Em produção restrita, as notas são de teste e não valem nada.',
    input: 'choice',
    choices: { production: 'Produção', test: 'Produção restrita (testes)', [DEMONSTRATION]: 'Demonstração' },
    schema: z.enum(['production', 'test', DEMONSTRATION], 'Escolha o ambiente.'),
  },
  certificate: {
    label: 'Certificado A1 da empresa',
    help: 'O arquivo .pfx ou .p12 do e-CNPJ, com a chave dentro. O A3, de cartão ou token, não serve.',
    input: 'file',
    accept: '.pfx,.p12,.pem',
    schema: file('Certificado A1 da empresa'),
    secret: 'file',
  },
  certificatePassword: {
    label: 'Senha do certificado',
    help: 'A que foi escolhida ao emitir ou exportar o arquivo.',
    input: 'line',
    schema: password('Senha do certificado'),
    secret: 'password',
    goesWith: 'certificate',
    isOptional: true,
  },
} as const satisfies Record<string, ConnectionField>;

const digits = (label: string) =>
  line(label, { max: 30 }).refine((text) => /^\d+$/.test(text), `${label}: são só números.`);

const whatsAppFields = {
  baseUrl: {
    label: 'Endereço da API',
    help: 'https://graph.facebook.com, ou o endereço que o seu parceiro do WhatsApp informou.',
    input: 'line',
    schema: httpsAddress('Endereço da API'),
    isAddress: true,
  },
  phoneNumberId: {
    label: 'Id do número de telefone',
    help: 'No painel da Meta: WhatsApp, Configuração da API. Não é o número em si.',
    input: 'line',
    schema: digits('Id do número de telefone'),
  },
  account: {
    label: 'Id da conta do WhatsApp Business',
    help: 'Na mesma página, logo abaixo (WABA).',
    input: 'line',
    schema: digits('Id da conta do WhatsApp Business'),
  },
  accessToken: {
    label: 'Token de acesso',
    help: 'O permanente, de um usuário do sistema, com whatsapp_business_messaging e whatsapp_business_management.',
    input: 'line',
    schema: visible('Token de acesso', 600),
    secret: 'key',
  },
  appSecret: {
    label: 'Chave secreta do app',
    help: 'No painel da Meta: Configurações do app, Básico. Com ela conferimos quem envia os avisos.',
    input: 'line',
    schema: visible('Chave secreta do app', 100),
    secret: 'key',
  },
  verifyToken: {
    label: 'Token de verificação',
    help: 'Invente um, com letras e números. Ele vai junto quando pedimos os avisos à Meta.',
    input: 'line',
    schema: visible('Token de verificação', 100),
    secret: 'password',
  },
  pix: {
    label: 'Pix na conversa',
    help: 'O botão só existe em contas com a API de pagamentos liberada pela Meta. Sem ela, vai o código, sozinho em uma mensagem.',
    input: 'choice',
    choices: { text: 'Código copia e cola', button: 'Botão de Pix da Meta' },
    schema: z.enum(['text', 'button'], 'Escolha como o Pix vai.'),
  },
} as const satisfies Record<string, ConnectionField>;

interface ConnectionDescription {
  title: string;
  /** What works once it is there. */
  lead: string;
  /** What happens without it. */
  without: string;
  fields: Record<string, ConnectionField>;
  /** Whether money comes through it: an account that is replaced goes on until nothing of it is open. */
  takesMoney: boolean;
}

/** Every kind of connection: form, rules and texts follow from its entry; its adapter is the server's. */
export const connectionTable = {
  pix: {
    title: 'Pix automático',
    lead: 'O banco cria cada cobrança e avisa do pagamento: a reserva se confirma sozinha.',
    without: 'Os clientes pagam pela chave Pix das configurações, e a equipe confirma cada comprovante.',
    fields: bankFields,
    takesMoney: true,
  },
  cards: {
    title: 'Cartão (Mercado Pago)',
    lead: 'Os clientes também pagam com cartão, na página do Mercado Pago.',
    without: 'Os clientes pagam só por Pix.',
    fields: cardFields,
    takesMoney: true,
  },
  mail: {
    title: 'E-mail',
    lead: 'Confirmações, lembretes e vouchers chegam por e-mail, do seu endereço.',
    without: 'Nenhum e-mail sai: eles ficam guardados em uma pasta do servidor.',
    fields: mailFields,
    takesMoney: false,
  },
  google: {
    title: 'Google para visitantes',
    lead: 'Quem reserva sem conta confirma o e-mail com um toque, entrando no Google.',
    without: 'Quem reserva sem conta confirma o e-mail com um código.',
    fields: googleFields,
    takesMoney: false,
  },
  fiscal: {
    title: 'Notas fiscais (NFS-e)',
    lead: 'As notas de serviço saem daqui, assinadas com o certificado da empresa.',
    without: 'As notas são emitidas no site do governo, e a equipe informa o número de cada uma.',
    fields: fiscalFields,
    takesMoney: false,
  },
  whatsapp: {
    title: 'WhatsApp',
    lead: 'Reserva, Pix, confirmação e lembretes saem sozinhos pelo número da empresa, e as respostas chegam aqui.',
    without: 'A equipe abre cada conversa com um toque, e o texto já vai escrito.',
    fields: whatsAppFields,
    takesMoney: false,
  },
} as const satisfies Record<string, ConnectionDescription>;

export type ConnectionKind = keyof typeof connectionTable;
export const connectionKinds = Object.keys(connectionTable) as [ConnectionKind, ...ConnectionKind[]];

/** Whether this version knows a kind. */
export const isConnectionKind = (kind: string): kind is ConnectionKind => Object.hasOwn(connectionTable, kind);

export const fieldsOf = (kind: ConnectionKind): [name: string, field: ConnectionField][] =>
  Object.entries(connectionTable[kind].fields);
