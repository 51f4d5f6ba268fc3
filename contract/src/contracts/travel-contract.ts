import { id, text } from '../fields.ts';
import { type TemplateField, unknownFields } from '../messages/message-templates.ts';
import { admin, route, staffWith } from '../route.ts';
import { z } from '../zod.ts';

export const MAX_CONTRACT_TEXT = 20_000;

/** The fields of a contract, which are filled in from the reservation. */
export const contractFields = {
  cliente: { label: 'Nome de quem reserva', example: 'Ana Lima' },
  cpf: { label: 'CPF de quem reserva', example: '529.982.247-25' },
  passeio: { label: 'Nome do passeio', example: 'Cânions de Furnas' },
  data: { label: 'Data da saída', example: '5 de dezembro de 2026' },
  saida: { label: 'Dia e hora da saída', example: '05/12/2026 às 05:00' },
  retorno: { label: 'Dia e hora da volta', example: '05/12/2026 às 20:00' },
  participantes: { label: 'Quem viaja, por tarifa', example: '2 × Adulto, 1 × Criança' },
  valor: { label: 'Valor total da reserva', example: 'R$ 378,00' },
  cancelamento: { label: 'Regras de cancelamento do passeio', example: 'Até 1 dia antes da saída: sem multa' },
  operador: { label: 'Razão social da empresa', example: 'Rota das Águas Turismo Ltda.' },
  cnpj: { label: 'CNPJ da empresa', example: '11.222.333/0001-81' },
} satisfies Record<string, TemplateField>;
export type ContractValues = Record<keyof typeof contractFields, string>;

/** What a button of the editor puts into an empty text. */
export const suggestedContract = `CONTRATO DE VIAGEM

Contratada: {operador}, CNPJ {cnpj}.
Contratante: {cliente}, CPF {cpf}.

1. O passeio. A contratada presta o serviço “{passeio}”, com saída em {saida} e volta prevista para {retorno}, para {participantes}. O que está incluso é o que a página do passeio informa no momento da reserva.

2. Valor. O total é {valor}, pago como combinado na reserva. A vaga fica garantida depois de confirmado o sinal.

3. Cancelamento por quem viaja. {cancelamento}.

4. Cancelamento pela contratada. Se a saída não atingir a lotação mínima ou não puder acontecer com segurança, quem contratou escolhe entre outra data, crédito ou a devolução de tudo o que pagou.

5. Documentos. Cada pessoa leva o documento original informado na reserva. Menores viajam com um responsável ou com a autorização exigida por lei.

6. Horários. Quem não está no ponto de embarque na hora marcada perde a viagem, sem devolução.

7. Bagagem e saúde. Cada pessoa cuida dos seus pertences e avisa antes do embarque sobre condições de saúde que peçam atenção.`;

function contractText(label: string) {
  return text(label, { max: MAX_CONTRACT_TEXT }).superRefine((written, context) => {
    const [unknown] = unknownFields(written, contractFields);
    if (unknown) context.addIssue({ code: 'custom', message: `O campo {${unknown}} não existe no contrato.` });
  });
}

/** Body and answer of the operator's contract; empty: there is none. */
export const contractSettings = z.strictObject({ text: contractText('Contrato de viagem') });
export type ContractSettings = z.output<typeof contractSettings>;

/** Labels of the contract that a trip has. */
export const tripContractKinds = {
  operator: 'O contrato da empresa',
  own: 'Termos próprios',
  none: 'Sem contrato',
} as const;
export type TripContractKind = keyof typeof tripContractKinds;

/** Body and answer of a trip's contract; `text`: of one of its own. */
export const tripContract = z
  .strictObject({
    kind: z.enum(Object.keys(tripContractKinds) as TripContractKind[]),
    text: contractText('Termos deste passeio'),
  })
  .refine(({ kind, text: own }) => kind !== 'own' || own !== '', {
    path: ['text'],
    message: 'Escreva os termos deste passeio.',
  });
export type TripContract = z.output<typeof tripContract>;

/** The contract of the operator and of its trips. */
export const contractRoutes = {
  read: route('GET', '/settings/contract', {
    access: admin,
    summary: "The operator's travel contract, with fields that are filled in from each reservation",
    answer: contractSettings,
  }),
  change: route('PUT', '/settings/contract', {
    access: admin,
    summary: "Change the operator's travel contract; an empty text ends it. What was accepted stays as it was",
    body: contractSettings,
    answer: contractSettings,
    largeBody: true,
  }),
  readOfTrip: route('GET', '/trips/:tripId/contract', {
    access: staffWith('edit_trips'),
    summary: 'Which contract a trip has',
    params: { tripId: id },
    answer: tripContract,
  }),
  changeOfTrip: route('PUT', '/trips/:tripId/contract', {
    access: staffWith('edit_trips'),
    summary: "Give a trip terms of its own, the operator's or none",
    params: { tripId: id },
    body: tripContract,
    answer: tripContract,
    largeBody: true,
  }),
};
