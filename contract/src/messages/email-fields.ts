import type { TemplateField } from './message-templates.ts';

const field = (label: string, example: string): TemplateField => ({ label, example });
const sentence = (label: string, example: string): TemplateField => ({ label, example, onlyInText: true });

/** What may be filled into e-mails; each template says which of these it has. */
export const emailFields = {
  primeiro_nome: field('Primeiro nome de quem recebe', 'Ana'),
  codigo: field('Código da reserva', 'K7M2QX'),
  passeio: field('Nome do passeio', 'Cânions de Furnas'),
  prazo: field('Até quando, dia e hora', '03/12/2026 às 18:00'),
  saida: field('Dia e hora da saída', '05/12/2026 às 05:30'),
  valor: field('Valor', 'R$ 113,40'),
  forma: field('Forma do pagamento', 'Pix'),
  quarto: field('Tipo do quarto', 'Duplo'),
  pessoas: field('Quantas pessoas', '2 pessoas'),
  parcela: field('Qual das parcelas', '2 de 3'),
  vencimento: field('Dia do vencimento', '10/12/2026'),
  falta_ao_todo: field('Quanto falta pagar ao todo', 'R$ 226,80'),
  frase_do_atraso: sentence(
    'Frase: quando a reserva será cancelada; vazia se vocês não cancelam sozinhos',
    'Sem o pagamento até 25/12/2026, a reserva será cancelada pela política que você aceitou.',
  ),
  como_falar: sentence(
    'Como falar com vocês, no meio de uma frase',
    'responda este e-mail ou chame no WhatsApp (35) 98811-2233',
  ),
  como_pagar: sentence(
    'Frase: como pagar, na página da reserva ou falando com vocês',
    'Pague na página da reserva, em poucos toques.',
  ),
  frase_do_prazo: sentence(
    'Frase: até quando as vagas estão guardadas; vazia sem prazo',
    'As suas vagas estão guardadas até 03/12/2026 às 18:00.',
  ),
  frase_do_comprovante: sentence(
    'Frase: o que vale enquanto o comprovante é conferido, conforme a reserva',
    'O envio do comprovante não confirma a reserva. Enquanto ele é conferido, as suas vagas ficam guardadas.',
  ),
  antes: field('Nome do passeio da saída cancelada', 'Gruta do Anjo'),
  frase_das_proximas: sentence(
    'Frase: as próximas saídas com vagas; vazia sem nenhuma',
    'As próximas saídas com vagas: Cânions de Furnas, 12/12/2026 às 05:30; Gruta do Anjo, 19/12/2026 às 06:00.',
  ),
  motivo: sentence('Motivo que a equipe escreveu', 'O valor no comprovante é menor que o sinal.'),
  como_reenviar: sentence(
    'Frase: como enviar outro comprovante',
    'Confira o pagamento no aplicativo do seu banco e envie outro comprovante na página da reserva.',
  ),
  por_onde: field('Por onde o valor voltou', 'por Pix, para a chave ***.456.789-**'),
  quando_chega: sentence(
    'Frase: quando o valor aparece na conta, e o que fazer se não aparecer',
    'O Pix costuma cair na hora. Se o valor não aparecer na sua conta até o próximo dia útil, responda este e-mail e diga o código K7M2QX.',
  ),
  numero: field('Número da nota fiscal', '2026'),
  frase_de_teste: sentence(
    'Frase: a nota é de teste; vazia para uma nota que vale',
    'Esta é uma nota de teste, sem valor fiscal.',
  ),
  titulo: field('O que aconteceu, como título', ''),
  frase_da_confirmacao: sentence(
    'Frase: a reserva está confirmada; vazia se ainda não está',
    'A sua reserva está confirmada.',
  ),
  frase_do_que_falta: sentence(
    'Frase: quanto falta pagar e até quando, ou que está tudo pago',
    'Falta pagar R$ 264,60, até 03/12/2026 às 05:30.',
  ),
  frase_do_valor_a_mais: sentence(
    'Frase: o que foi pago a mais e quando volta; vazia se nada foi',
    'Você pagou R$ 10,00 a mais. Devolvemos até 30/11/2026.',
  ),
  por_que_nao_vale: sentence(
    'Por que a reserva não vale mais, no meio de uma frase',
    'o prazo dela já tinha passado e as vagas foram para outras pessoas',
  ),
  frase_da_devolucao: sentence(
    'Frase: quanto volta e até quando, ou que não há o que devolver',
    'Você recebe R$ 302,40 até 30/11/2026. Avisamos você quando o valor sair da nossa conta.',
  ),
  sinal: field('Valor do sinal que falta', 'R$ 113,40'),
  frase_do_sinal: sentence(
    'Frase: o sinal que falta e até quando, ou que a reserva está confirmada',
    'Para confirmar, falta o sinal de R$ 113,40. As vagas ficam guardadas até 03/12/2026 às 18:00. Pague na página da reserva, em poucos toques.',
  ),
  frase_do_pagamento: sentence(
    'Frase: o que falta pagar; vazia se nada falta',
    'Ainda falta pagar R$ 264,60. Pague na página da reserva, em poucos toques.',
  ),
  como_completar: sentence(
    'Frase: como e até quando completar os dados',
    'Complete na página da reserva até 03/12/2026 às 05:30. Depois disso, só a nossa equipe pode mudar os dados.',
  ),
  quando: field('“É amanhã” ou “Está chegando”', 'É amanhã'),
  sai_quando: field('“amanhã” ou “em”, com o dia e a hora da saída', 'amanhã, 05/12/2026 às 05:30'),
  posicao: field('Lugar na lista', '3º'),
  vagas: field('Quantas vagas', '2 vagas'),
  frase_da_oferta: sentence(
    'Frase: o que fazer para ficar com as vagas, e até quando',
    'Para ficar com elas, pague o sinal de R$ 113,40 até 03/12/2026 às 18:00. Depois disso, oferecemos a quem vem a seguir na lista.',
  ),
  frase_do_cancelamento: sentence(
    'Frase: o que foi cancelado e a pedido de quem, ou quem saiu da reserva',
    'Cancelamos a sua reserva K7M2QX em Cânions de Furnas, como você pediu.',
  ),
  regra: sentence(
    'Frase: a regra que define a multa; vazia se nada foi pago',
    'Faltam mais de 7 dias para a saída: a multa é de 20% do valor contratado.',
  ),
  recado: sentence(
    'Recado que a equipe escreveu sobre a mudança; vazio sem recado',
    'A estrada está em obras, por isso saímos mais cedo.',
  ),
} satisfies Record<string, TemplateField>;

export type EmailField = keyof typeof emailFields;
