import type { X509Certificate } from 'node:crypto';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import { schemaErrors } from './schema.ts';
import { parseXml, signerOf, taxIdOf, textIn } from './signature.ts';

/** Varginha, where the demonstration's operator is. */
export const MUNICIPALITY = '3170701';
/** 9.02 of the list of services, in the national codes. */
const SERVICES = new Map([
  [
    '090201',
    'Agenciamento e intermediação de programas de turismo, passeios, viagens, excursões, hospedagens e congêneres.',
  ],
  [
    '090202',
    'Organização, promoção e execução de programas de turismo, passeios, viagens, excursões, hospedagens e congêneres.',
  ],
]);
export const serviceText = (code: string) => SERVICES.get(code) ?? '';

/** Why a document is refused, as on the wire. */
export interface Fault {
  codigo: string;
  descricao: string;
  complemento?: string;
}

const fault = (codigo: string, descricao: string, complemento = ''): Fault => ({ codigo, descricao, complemento });

/** Whose connection it is, and which authority signs certificates. */
export interface Sender {
  peer: X509Certificate;
  authority: X509Certificate;
}

/** A declaration that was read. */
export interface ReadDeclaration {
  id: string;
  element: Element;
  taxId: string;
}

/**
 * Checks a DPS by its schema, its signature and those rules of the government that this product can break. `has`:
 * whether a note of this declaration is there already.
 */
export async function checkDeclaration(
  xml: string,
  sender: Sender,
  has: (id: string) => boolean,
): Promise<ReadDeclaration | Fault[]> {
  const errors = await schemaErrors('DPS', [xml]);
  if (errors.length > 0) return [fault('E1235', 'Falha no esquema XML do DF-e.', errors[0])];
  const element = parseXml(xml).getElementsByTagName('infDPS')[0] as Element;
  const id = element.getAttribute('Id') ?? '';
  const provider = element.getElementsByTagName('prest')[0] as Element;
  const taxId = textIn(provider, 'CNPJ');
  const unsigned = signatureFault(xml, id, taxId, sender);
  if (unsigned) return [unsigned];
  const broken = rulesOf(element, id, taxId).filter(([, , isKept]) => !isKept);
  if (broken.length > 0) return broken.map(([code, text]) => fault(code, text));
  if (has(id))
    return [
      fault(
        'E0014',
        'Conjunto de Série, Número, Código do Município Emissor e CNPJ/CPF informado nesta DPS já existe em uma NFS-e gerada a partir de uma DPS enviada anteriormente.',
      ),
    ];
  return { id, element, taxId };
}

/** Checks the request of an event by schema and signature. */
export async function checkEvent(xml: string, accessKey: string, taxId: string, sender: Sender): Promise<Fault[]> {
  const errors = await schemaErrors('pedRegEvento', [xml]);
  if (errors.length > 0) return [fault('E1235', 'Falha no esquema XML do DF-e.', errors[0])];
  const request = parseXml(xml).getElementsByTagName('infPedReg')[0] as Element;
  const unsigned = signatureFault(xml, request.getAttribute('Id') ?? '', taxId, sender);
  if (unsigned) return [unsigned];
  if (textIn(request, 'chNFSe') !== accessKey)
    return [fault('E0822', 'A chave de acesso do pedido difere da consultada.')];
  return [];
}

function signatureFault(xml: string, id: string, taxId: string, { peer, authority }: Sender): Fault | undefined {
  if (!/<Signature[ >]/.test(xml))
    return fault('E0717', 'A assinatura é obrigatória quando for enviado para o Web Service.');
  const signer = signerOf(xml, id);
  if (!signer) return fault('E0714', 'Arquivo enviado com erro na assinatura.');
  const isInTime = Date.parse(signer.validFrom) <= Date.now() && Date.parse(signer.validTo) > Date.now();
  if (!signer.verify(authority.publicKey) || !isInTime)
    return fault('E0715', 'Certificado Digital da assinatura inválido.');
  const company = taxId.slice(0, 8);
  if (![signer, peer].every((certificate) => taxIdOf(certificate).startsWith(company))) {
    return fault('E0718', 'A assinatura deve ser feita com o certificado digital do emitente da DPS.');
  }
  return undefined;
}

type Rule = readonly [code: string, text: string, isKept: boolean];

function rulesOf(declaration: Element, id: string, taxId: string): Rule[] {
  const text = (name: string) => textIn(declaration, name);
  const payer = declaration.getElementsByTagName('toma')[0];
  const [cpf, cnpj] = payer ? [textIn(payer, 'CPF'), textIn(payer, 'CNPJ')] : ['', ''];
  const series = Number(text('serie'));
  const option = text('opSimpNac');
  const isSmallCompany = option === '3';
  const special = text('regEspTrib');
  const rate = Number(text('pAliq') || 0);
  return [
    [
      'E0004',
      'Identificador da DPS difere da concatenação dos campos correspondentes.',
      id === `DPS${text('cLocEmi')}2${taxId}${text('serie').padStart(5, '0')}${text('nDPS').padStart(15, '0')}`,
    ],
    [
      'E0006',
      'Ambiente informado diverge do ambiente de recebimento para o qual o emitente enviou a DPS.',
      text('tpAmb') === '2',
    ],
    [
      'E0008',
      'A data e hora de emissão da DPS deve ser anterior ou igual à data do seu processamento (dhProc) pelo Sistema Nacional NFS-e.',
      Date.parse(text('dhEmi')) <= Date.now(),
    ],
    [
      'E0010',
      'A série informada na DPS não pertence à faixa definida para o tipo de emissor utilizado para a sua emissão.',
      series >= 1 && series <= 49_999,
    ],
    [
      'E0015',
      'A data de competência informada na DPS não pode ser posterior à data de emissão (dhEmi) da DPS.',
      text('dCompet') <= text('dhEmi').slice(0, 10),
    ],
    [
      'E0037',
      'O código do município emissor informado na DPS é inexistente no cadastro de convênio municipal do sistema nacional.',
      text('cLocEmi') === MUNICIPALITY,
    ],
    ['E0080', 'CNPJ do prestador informado na DPS é inválido.', isValidCnpj(taxId)],
    [
      'E0162',
      'Não é permitido ao não optante do Simples Nacional e o MEI preencherem o campo de indicação do regime de apuração.',
      isSmallCompany || !text('regApTribSN'),
    ],
    [
      'E0166',
      'É obrigatorio o preenchimento do campo de regime de apuração dos tributos do SN para o optante do Simples Nacional ME/EPP.',
      !isSmallCompany || text('regApTribSN') !== '',
    ],
    [
      'E0174',
      'Quando o prestador da NFS-e é MEI (opSimpNac = 2) o regime especial de tributação deve ser "Nenhum" (regEspTrib = 0).',
      option !== '2' || special === '0',
    ],
    [
      'E0175',
      'Quando o prestador optante pelo Simples Nacional tiver o regime de apuração dos tributos ocorrendo também pelo Simples Nacional, o regime especial de tributação do ISSQN deve ser "Nenhum".',
      text('regApTribSN') !== '1' || special === '0',
    ],
    ['E0188', 'CNPJ do tomador informado na DPS é inválido.', !cnpj || isValidCnpj(cnpj)],
    [
      'E0202',
      'Na emissão da NFS-e não é permitido que o prestador do serviço seja igual ao tomador do serviço.',
      cnpj !== taxId,
    ],
    ['E0206', 'CPF do tomador informado na DPS é inválido.', !cpf || isValidCpf(cpf)],
    [
      'E0310',
      'O código de tributação nacional informado não existe ou não está administrado pelo município.',
      SERVICES.has(text('cTribNac')),
    ],
    ['E0595', 'Não é permitido informar alíquota superior a 5%.', rate <= 5],
    [
      'E0712',
      'Para ME/EPP somente um dos 3 poderá ser informado: grupo vTotTrib ou pTotTrib ou pTotTribSN.',
      !isSmallCompany || text('indTotTrib') === '',
    ],
  ];
}
