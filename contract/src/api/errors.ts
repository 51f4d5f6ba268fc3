import { MAX_PARTY } from '../trips/pricing.ts';
import { TOO_MANY_REQUESTS } from './error-body.ts';

/** Every error of the API: HTTP status and the sentence that the person reads. */
export const errorCatalogue = {
  INVALID_INPUT: { status: 400, message: 'Confira os dados informados e tente de novo.' },
  MALFORMED_BODY: { status: 400, message: 'Não foi possível ler os dados enviados.' },
  UNAUTHENTICATED: { status: 401, message: 'Entre na sua conta para continuar.' },
  FORBIDDEN: { status: 403, message: 'Você não tem permissão para fazer isso.' },
  TWO_FACTOR_MISSING: { status: 428, message: 'Ative a verificação em duas etapas para continuar.' },
  REFUND_ABOVE_LIMIT: { status: 403, message: 'Este valor passa do que você pode devolver. Peça a um administrador.' },
  NOT_FOUND: { status: 404, message: 'Não encontramos o que você procura. Confira o endereço ou volte ao início.' },
  BODY_TOO_LARGE: { status: 413, message: 'O conteúdo enviado é grande demais.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'O formato enviado não é aceito. Envie JSON.' },
  TOO_MANY_REQUESTS: { status: 429, message: TOO_MANY_REQUESTS },
  INTERNAL: { status: 500, message: 'Algo deu errado do nosso lado. Tente de novo em instantes.' },
  UNAVAILABLE: { status: 503, message: 'O sistema está indisponível no momento. Tente de novo em instantes.' },

  PROFILE_MISSING: { status: 404, message: 'Falta concluir o seu cadastro. Preencha os seus dados para continuar.' },
  PROFILE_EXISTS: { status: 409, message: 'O seu cadastro já está completo.' },
  PERSON_KNOWN: { status: 409, message: 'Já existe um cadastro com este CPF ou e-mail. Entre em contato.' },
  EMAIL_UNCONFIRMED: {
    status: 409,
    message: 'Confirme o seu e-mail para reservar: enviamos um link para o seu endereço.',
  },
  ACCESS_BLOCKED: { status: 401, message: 'O seu acesso está bloqueado. Fale com a gente.' },
  PERSON_NOT_FOUND: { status: 404, message: 'Não encontramos esta pessoa. Ela pode ter saído do cadastro.' },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: 'Sem esta pessoa ninguém mais administraria o sistema. Dê antes o perfil de administrador a outra.',
  },
  OWN_ACCESS: {
    status: 409,
    message: 'Ninguém muda o próprio perfil nem bloqueia o próprio acesso. Peça a outro administrador.',
  },
  PERSON_HAS_ACCOUNT: {
    status: 409,
    message: 'Esta pessoa tem conta própria e cuida dos seus dados. Um administrador também pode corrigi-los.',
  },
  CALENDAR_OVER: { status: 404, message: 'Este endereço de calendário não vale mais. Crie outro em Minha conta.' },
  INVITATION_OVER: { status: 404, message: 'Este convite não vale mais. Peça outro a quem o enviou.' },
  INVITATION_OF_ANOTHER: {
    status: 409,
    message: 'Este convite é para outro e-mail. Entre com o e-mail que recebeu o convite.',
  },
  INVITATION_UNCONFIRMED: {
    status: 409,
    message: 'Confirme o seu e-mail pelo link que mandamos, e abra o convite outra vez.',
  },
  PERSON_INCOMPLETE: {
    status: 409,
    message: 'Quem é cliente precisa de CPF, RG e data de nascimento. Complete os dados antes de mudar o perfil.',
  },
  FIRST_ACCESS_OVER: {
    status: 404,
    message:
      'Este código não vale. Confira o que o servidor mostrou ao iniciar. Se o prazo passou, reinicie o servidor: ele mostra outro.',
  },
  OWN_EMAIL: { status: 409, message: 'O seu próprio e-mail você troca em Minha conta, com a sua senha.' },
  EMAIL_AT_FIREBASE: {
    status: 409,
    message: 'As contas ficam no Firebase, e ali só a própria pessoa troca o e-mail, em Minha conta.',
  },
  ACCOUNT_MISSING: {
    status: 409,
    message: 'Esta pessoa ainda não tem conta: não há perfil nem acesso para mudar.',
  },
  CHAT_CLOSED: {
    status: 409,
    message:
      'Passou um dia desde a última mensagem da pessoa. Envie uma mensagem aprovada, ou escreva pelo aplicativo.',
  },
  CHAT_OPEN: { status: 409, message: 'A pessoa escreveu há menos de um dia: escreva a resposta, sem modelo.' },
  CHAT_STOPPED: {
    status: 409,
    message: 'Esta pessoa pediu para não receber mensagens. Por modelo, só o que a reserva dela precisa.',
  },
  CHAT_UNREACHABLE: {
    status: 409,
    message: 'O WhatsApp disse há menos de 30 dias que não entrega a este número. Use o telefone ou o e-mail.',
  },
  CHAT_BUDGET_SPENT: {
    status: 409,
    message: 'O orçamento do mês acabou: por modelo só saem mensagens de pagamentos e saídas.',
  },
  TEMPLATE_NOT_APPROVED: { status: 409, message: 'A Meta não aprovou este modelo, ou pausou. Escolha outro.' },
  TEMPLATE_DOES_NOT_FIT: {
    status: 422,
    message: 'Este modelo não serve mais para esta conversa, ou falta um dado dele. Veja os que servem agora.',
  },
  SENTENCE_EXISTS: { status: 409, message: 'Esta frase já está na lista.' },
  SENTENCES_FULL: { status: 409, message: 'A lista tem 200 frases. Apague uma para adicionar outra.' },
  SENTENCE_UNREADABLE: { status: 422, message: 'Escreva a frase com palavras, como a pessoa escreve.' },
  SENTENCE_TOO_EXACT: {
    status: 422,
    message: 'Números, dias e horas mudam a resposta, e o sistema já os lê sozinho. Escreva a frase sem eles.',
  },
  SENTENCE_OF_PERSON: {
    status: 422,
    message:
      'Pagamentos feitos, descontos, mudanças e cancelamentos são sempre com uma pessoa: escolha “É para uma pessoa responder”.',
  },
  SENTENCE_KNOWN: { status: 409, message: 'O sistema já entende esta frase, e responde sozinho.' },
  CONVERSATION_NOT_FOUND: { status: 404, message: 'Esta conversa não existe mais.' },
  MEDIA_NOT_FOUND: { status: 404, message: 'Este arquivo não existe ou já foi apagado.' },
  CHAT_NOT_FOUND: { status: 404, message: 'Esta mensagem não está mais nesta reserva. Recarregue a página.' },
  WITHOUT_PHONE: { status: 409, message: 'Esta pessoa não tem telefone no cadastro.' },
  ANNOUNCEMENT_NOT_FOUND: { status: 404, message: 'Esta mensagem não é deste passeio. Recarregue a página.' },
  ANNOUNCEMENT_OVER: { status: 409, message: 'Esta mensagem já foi enviada ou cancelada.' },
  ANNOUNCEMENT_FOR_OTHERS: {
    status: 409,
    message: 'Mudou para quantas pessoas esta mensagem vai. Confira e confirme de novo.',
  },
  TOO_MANY_ANNOUNCEMENTS: {
    status: 429,
    message: 'Este é o limite de mensagens a todos em um dia. Tente amanhã, ou escreva às pessoas uma a uma.',
  },
  ALERT_LINK_OVER: {
    status: 404,
    message: 'Este aviso já terminou ou foi apagado. Você pode pedir outro na página do passeio.',
  },
  EXPORT_LINK_OVER: { status: 404, message: 'Este link não vale mais. Peça outra cópia em Minha conta.' },
  EXPORT_REFUSED: { status: 409, message: 'A senha não confere. Tente de novo.' },
  ERASURE_OPEN: { status: 409, message: 'Ainda não dá para apagar os dados.' },
  ERASURE_REFUSED: { status: 409, message: 'A senha não confere. Tente de novo.' },
  ERASURE_OF_ACCOUNT: {
    status: 409,
    message: 'Esta reserva é de uma conta. Entre nela e peça a exclusão em Minha conta.',
  },
  ERASURE_OF_STAFF: { status: 409, message: 'Esta pessoa é da equipe. Tire antes o perfil dela.' },
  TOO_MANY_EXPORTS: { status: 429, message: 'Já há uma cópia pedida nas últimas 24 horas. Confira o e-mail.' },
  MESSAGE_NOT_FOUND: { status: 404, message: 'Esta mensagem já foi mandada de novo ou descartada.' },
  FAILED_WORK_NOT_FOUND: { status: 404, message: 'Este trabalho já foi tentado de novo ou descartado.' },
  SESSION_NOT_FOUND: { status: 404, message: 'Esta sessão já foi encerrada.' },
  EMAIL_DIFFERS: { status: 400, message: 'Use o mesmo e-mail com que você entrou na sua conta.' },

  TRIP_NOT_FOUND: {
    status: 404,
    message: 'Este passeio não existe ou não está mais disponível. Veja os próximos passeios no portal.',
  },
  TRIP_WITHDRAWN: {
    status: 410,
    message: 'Este passeio saiu da agenda. Veja os próximos passeios no portal.',
  },
  TRIP_FULL: { status: 409, message: 'As vagas deste passeio acabaram. Escolha outra data ou fale com a gente.' },
  TRIP_INACTIVE: {
    status: 409,
    message: 'Este passeio não está aberto para reservas no momento. Veja outros passeios no portal.',
  },
  CREDIT_SHORT: { status: 409, message: 'O crédito disponível não chega a este valor. Atualize a página e confira.' },
  GIFT_CARD_UNKNOWN: { status: 409, message: 'Este vale-presente não existe ou não vale mais. Confira o código.' },
  GIFT_CARD_EMPTY: { status: 409, message: 'Este vale-presente não tem mais saldo.' },
  GIFT_CARD_SHORT: { status: 409, message: 'O saldo do vale-presente mudou. Confira e tente de novo.' },
  GIFT_CARD_NOT_FOUND: { status: 404, message: 'Este vale-presente não existe.' },
  GIFT_CARD_LINK_OVER: { status: 404, message: 'Este link não vale mais. Peça outro a quem o enviou.' },
  GIFT_CARD_NOT_ACTIVE: { status: 409, message: 'Este vale-presente não está valendo.' },
  GIFT_CARD_PAID: { status: 409, message: 'O pagamento deste vale-presente já foi confirmado.' },
  GIFT_CARDS_OFF: { status: 409, message: 'Não vendemos vale-presente no momento. Fale com a gente.' },
  TRIP_DEPARTED: { status: 409, message: 'Este passeio já saiu. Veja os próximos passeios no portal.' },
  ALREADY_ENROLLED: { status: 409, message: 'Você já tem uma reserva neste passeio. Veja em Minhas reservas.' },
  UNPAID_PLACES: {
    status: 409,
    message:
      'Você já tem muitas vagas sem pagamento, guardadas ou pedidas. Pague o sinal ou desista de alguma em Minhas reservas, e tente de novo.',
  },
  UNPAID_PLACES_ADDRESS: {
    status: 409,
    message:
      'Já há muitas vagas sem pagamento pedidas desta conexão de internet. Pague o sinal ou desista de alguma, ou fale com a gente.',
  },
  HOLD_PAUSED: {
    status: 409,
    message: 'Você deixou vagas deste passeio há pouco. Espere um pouco para reservar de novo, ou fale com a gente.',
  },
  PARTY_LIMIT: {
    status: 409,
    message: `Cada reserva leva no máximo ${MAX_PARTY} pessoas. Para grupos maiores, fale com a gente.`,
  },
  NO_PLACES_LEFT: {
    status: 409,
    message: 'Não há mais vagas neste passeio. Aumente a lotação ou escolha outra data.',
  },
  ALREADY_PASSENGER: { status: 409, message: 'Esta pessoa já tem uma reserva neste passeio.' },

  PLACES_FOR_WAITING: {
    status: 409,
    message: 'As vagas que restam são de quem está na lista de espera. Entre na lista e avisamos quando for a sua vez.',
  },
  PLACES_FOR_WAITING_STAFF: {
    status: 409,
    message: 'As vagas que restam são de quem está na lista de espera. Ofereça por lá, ou retire a pessoa da lista.',
  },
  TRIP_HAS_PLACES: { status: 409, message: 'Há vagas para o seu grupo: reserve agora, sem esperar.' },
  PARTY_ABOVE_CAPACITY: { status: 409, message: 'O grupo é maior que a lotação do passeio. Fale com a gente.' },
  ALREADY_WAITING: { status: 409, message: 'Você já está na lista de espera deste passeio.' },
  GUEST_ALREADY_WAITING: {
    status: 409,
    message: 'Você já está na lista de espera deste passeio. Abra o seu link, ou fale com a equipe do passeio.',
  },
  WAITING_LINK_OVER: {
    status: 404,
    message: 'Este link não vale mais. Se você tem conta, entre nela; senão, fale com a equipe do passeio.',
  },
  WAITING_LIST_OVER: { status: 409, message: 'Está muito perto da saída para entrar na lista de espera.' },
  WAITING_NOT_FOUND: { status: 404, message: 'Esta pessoa não está mais na lista de espera.' },
  WAITING_OFFERED: {
    status: 409,
    message: 'As vagas já foram oferecidas. Para desistir delas, cancele a reserva.',
  },
  OFFER_TOO_LATE: { status: 409, message: 'Está muito perto da saída para oferecer vagas com prazo.' },

  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Outra pessoa salvou uma alteração enquanto você editava. Compare as versões antes de salvar.',
  },
  GUARANTEE_TOLD: {
    status: 409,
    message: 'As pessoas já foram avisadas de que a saída está garantida. Confirme se quer desfazer mesmo assim.',
  },
  TRIP_CANCELLED: { status: 410, message: 'Esta saída foi cancelada. Veja as próximas saídas no portal.' },
  TRIP_NOT_CANCELLED: { status: 404, message: 'Esta saída não está cancelada.' },
  CANCELLATION_TOLD: {
    status: 409,
    message: 'As pessoas já estão sendo avisadas do cancelamento: ele não pode mais ser desfeito.',
  },
  CHOICE_LINK_OVER: {
    status: 404,
    message: 'Este link não vale mais: a escolha já foi feita ou o prazo terminou. A confirmação está no seu e-mail.',
  },
  CHOICE_NOT_FOUND: { status: 404, message: 'Não há nada para escolher nesta reserva.' },
  CHOICE_MADE: {
    status: 409,
    message: 'A escolha desta reserva já foi feita, talvez em outro aparelho, ou o prazo terminou. Nada mudou agora.',
  },
  CHOICE_CHANGED: {
    status: 409,
    message: 'Os valores mudaram desde que você abriu a página. Confira de novo antes de escolher.',
  },
  REVIEW_LINK_OVER: {
    status: 404,
    message: 'Este link não vale mais. Se você tem conta, avalie na página da reserva.',
  },
  REVIEW_NOT_YET: { status: 409, message: 'Conte como foi depois da volta do passeio.' },
  REVIEW_PUBLISHED: {
    status: 409,
    message: 'A sua avaliação já está publicada. Para mudar alguma coisa, fale com a gente.',
  },
  REVIEW_NOT_FOUND: { status: 404, message: 'Esta avaliação não existe mais.' },
  REVIEW_WITHOUT_CONSENT: { status: 409, message: 'Quem escreveu não quis que esta avaliação fosse publicada.' },
  ATTENDANCE_OPEN: {
    status: 409,
    message: 'A lista de presença ainda está aberta. Marque na página de embarque.',
  },
  TRIP_NOT_BACK: { status: 409, message: 'Este passeio ainda não voltou.' },
  CLOSING_OPEN: {
    status: 409,
    message: 'Há pendências que não estavam na página. Confira e feche de novo.',
  },
  CLOSING_CHANGED: {
    status: 409,
    message: 'As contas mudaram enquanto a página estava aberta. Confira os valores e feche de novo.',
  },
  CLOSING_DONE: { status: 409, message: 'As contas deste passeio já foram fechadas.' },
  ROAD_LIST_INCOMPLETE: {
    status: 409,
    message: 'Faltam dados de algumas pessoas. Complete-os, ou confirme que a lista segue assim.',
  },
  ROAD_LIST_EMPTY: { status: 409, message: 'Ninguém tem vaga neste passeio ainda: não há lista para fechar.' },
  ROAD_LIST_ERASED: {
    status: 410,
    message: 'Os dados pessoais desta lista já foram apagados. Ficaram a data, o número de pessoas e a conferência.',
  },
  ROAD_LIST_NOT_INTERSTATE: { status: 409, message: 'A lista da ANTT é só de viagens interestaduais.' },
  ROAD_LIST_NOT_FOUND: { status: 404, message: 'Esta versão da lista não existe.' },
  VEHICLE_NOT_FOUND: { status: 404, message: 'Este veículo não existe.' },
  VEHICLE_NAME_TAKEN: { status: 409, message: 'Já existe um veículo com este nome. Escolha outro.' },
  SEAT_TAKEN: { status: 409, message: 'Alguém acabou de ficar com uma destas poltronas. Escolha outra.' },
  SEAT_UNKNOWN: { status: 409, message: 'Esta poltrona não existe mais no veículo. Escolha outra.' },
  SEATS_NOT_CHOSEN: { status: 409, message: 'Neste passeio, as poltronas são distribuídas pela equipe.' },
  TRIP_VEHICLE_IN_USE: {
    status: 409,
    message: 'Há pessoas com poltrona neste veículo. Use “Trocar veículo” para ver antes quem muda de poltrona.',
  },
  VEHICLES_TOO_SMALL: {
    status: 409,
    message: 'Não há poltronas para todos. Acrescente um veículo, passe reservas para outra saída ou cancele reservas.',
  },
  SWAP_CHANGED: {
    status: 409,
    message: 'Algo mudou desde a prévia: poltronas, reservas ou veículos. Confira a nova prévia antes de salvar.',
  },
  VEHICLE_ON_OTHER_TRIP: {
    status: 409,
    message: 'O veículo já está em outro passeio ao mesmo tempo. Confirme se quer usá-lo mesmo assim.',
  },
  CREW_MEMBER_NOT_FOUND: {
    status: 404,
    message: 'Esta pessoa não está disponível em “Quem trabalha”. Atualize a página.',
  },
  CREW_ACCOUNT_TAKEN: { status: 409, message: 'Esta conta já é de outra pessoa em “Quem trabalha”.' },
  CREW_CONFLICT: {
    status: 409,
    message: 'Há conflito de horário, de descanso ou de folga. Confirme se quer escalar mesmo assim.',
  },
  VEHICLE_PLATE_TAKEN: { status: 409, message: 'Já existe um veículo com esta placa.' },
  BOARDING_POINT_IN_USE: {
    status: 409,
    message: 'Há pessoas que embarcam neste ponto. Mude o embarque delas antes de remover o ponto.',
  },
  FARE_IN_USE: {
    status: 409,
    message: 'Há participantes com esta tarifa. Mude o valor ou deixe-a só para a equipe.',
  },
  EXTRA_STOCK_TAKEN: { status: 409, message: 'Já foram vendidos mais adicionais do que isso. Use um número maior.' },
  CAPACITY_TAKEN: { status: 409, message: 'Já há mais reservas do que essa lotação. Use um número maior.' },
  TRIP_CHANGE_AFFECTS_PEOPLE: {
    status: 409,
    message: 'Esta mudança afeta pessoas com reserva. Escreva um recado para elas, ou salve sem avisar.',
  },
  SERIES_CHANGE_NOT_FOUND: { status: 404, message: 'Não encontramos esta mudança. Recarregue a página.' },
  SERIES_CHANGE_UNDONE: { status: 409, message: 'Esta mudança já foi desfeita.' },
  SERIES_CHANGE_UNDO_OVER: { status: 409, message: 'Esta mudança não pode mais ser desfeita.' },
  TRIP_ARCHIVED: { status: 409, message: 'Este passeio está arquivado. Desarquive-o para fazer mudanças.' },
  TRIP_HAS_RESERVATIONS: {
    status: 409,
    message: 'Este passeio ainda vai sair e tem reservas ativas. Cancele as reservas antes de arquivar.',
  },

  IMAGE_TOO_LARGE: { status: 413, message: 'A foto é grande demais. Envie um arquivo de até 15 MB.' },
  IMAGE_TOO_MANY_PIXELS: {
    status: 413,
    message: 'A foto tem pixels demais. Reduza para até 40 megapixels e envie de novo.',
  },
  IMAGE_TOO_SMALL: {
    status: 400,
    message: 'A foto é pequena demais. Envie uma com pelo menos 400 pixels de cada lado.',
  },
  IMAGE_TOO_LONG: { status: 400, message: 'A foto é comprida demais. Recorte-a e envie de novo.' },
  IMAGE_UNSUPPORTED: { status: 415, message: 'Este arquivo não é uma foto que aceitamos. Envie JPEG, PNG ou WebP.' },
  IMAGE_ANIMATED: { status: 415, message: 'Imagens animadas não são aceitas. Envie uma foto em JPEG, PNG ou WebP.' },
  IMAGE_UNREADABLE: { status: 400, message: 'A foto está incompleta ou danificada. Envie o arquivo de novo.' },
  IMAGES_FULL: { status: 409, message: 'O passeio pode ter no máximo 12 fotos. Remova alguma antes de enviar outra.' },
  IMAGES_CHANGED: {
    status: 409,
    message: 'As fotos deste passeio mudaram enquanto você as organizava. Recarregue a página e tente de novo.',
  },
  IMAGE_NOT_FOUND: { status: 404, message: 'Esta foto não existe mais.' },
  UPLOAD_INCOMPLETE: { status: 400, message: 'O envio foi interrompido. Tente de novo.' },
  STORAGE_FULL: {
    status: 507,
    message: 'Não conseguimos guardar a foto agora. Avise quem cuida do sistema e tente mais tarde.',
  },

  RESERVATION_NOT_FOUND: { status: 404, message: 'Não encontramos esta reserva.' },
  NOTE_NOT_FOUND: { status: 404, message: 'Esta nota não existe mais.' },
  TAG_NOT_FOUND: { status: 404, message: 'Esta etiqueta não está mais na reserva.' },
  REPORT_TOO_LONG: {
    status: 400,
    message: 'São linhas demais para este arquivo. Use CSV ou Excel, ou escolha um período menor.',
  },
  INVOICE_NOT_FOUND: { status: 404, message: 'Esta nota não está mais na reserva.' },
  INVOICES_NOT_SET_UP: {
    status: 409,
    message: 'Antes de emitir notas, um administrador preenche “Nota fiscal” nas configurações.',
  },
  INVOICE_CERTIFICATE: {
    status: 409,
    message:
      'O certificado digital não serve para emitir: confira a validade e o CNPJ em “Nota fiscal”, nas configurações.',
  },
  INVOICE_TAX_ID_MISSING: {
    status: 409,
    message: 'Antes de emitir notas, preencha o CNPJ em “Empresa”, nas configurações.',
  },
  INVOICE_TAX_ID_WITH_LETTERS: {
    status: 409,
    message:
      'O padrão nacional ainda não aceita CNPJ com letras. Emita a nota no site do governo e informe o número dela aqui.',
  },
  INVOICE_PAYER: { status: 422, message: 'Confira o CPF ou CNPJ de quem recebe a nota.' },
  INVOICE_PENDING: { status: 409, message: 'Já há uma nota desta reserva esperando a resposta do governo.' },
  INVOICE_ABOVE_RECEIVED: {
    status: 409,
    message: 'O valor passa do que foi recebido e ainda está sem nota.',
  },
  INVOICE_BATCH_NOT_FOUND: { status: 404, message: 'Esta emissão não existe mais.' },
  INVOICE_NOTHING_DUE: { status: 409, message: 'Não há valor sem nota: o que foi recebido já tem nota, ou voltou.' },
  INVOICE_NOT_READY: {
    status: 409,
    message: 'Só uma nota autorizada pelo governo pode ser baixada, cancelada ou substituída.',
  },
  INVOICE_ISSUED: {
    status: 409,
    message: 'Esta nota foi emitida por aqui. Para desfazer, cancele a nota no governo.',
  },
  TOO_MANY_INVOICES: { status: 409, message: 'Uma reserva tem no máximo 20 notas.' },
  TOO_MANY_TAGS: { status: 409, message: 'Uma reserva tem no máximo 10 etiquetas. Tire uma para pôr outra.' },
  RESERVATION_NOT_CANCELLABLE: {
    status: 409,
    message: 'Esta reserva não pode mais ser cancelada por aqui. Fale com a gente.',
  },
  PRICE_CHANGED: { status: 409, message: 'O preço mudou agora há pouco. Confira o novo total e reserve de novo.' },
  CONTRACT_TO_ACCEPT: { status: 409, message: 'Leia e aceite o contrato de viagem para continuar.' },
  CONTRACT_ABSENT: { status: 409, message: 'Esta reserva não tem contrato a aceitar.' },
  QUOTE_CHANGED: { status: 409, message: 'O valor a devolver mudou. Confira os números novos e confirme de novo.' },
  PENALTY_KEPT: {
    status: 403,
    message: 'Esta desistência tem multa, e dispensá-la é de quem pode dar descontos. Cancele a pedido do cliente.',
  },
  REMOVAL_COSTS: {
    status: 409,
    message: 'Esta desistência tem multa. Use “Cancelar reserva”, escolha a pessoa e confirme o valor.',
  },
  PLACES_SHORT: {
    status: 409,
    message: 'Não há vagas para tanta gente. Diminua o grupo ou escolha outra data.',
  },
  EMPTY_PARTY: { status: 409, message: 'Inclua pelo menos uma pessoa que ocupe vaga.' },
  LAP_WITHOUT_ADULT: {
    status: 409,
    message: 'Cada criança de colo viaja no colo de um adulto da reserva. Inclua mais um adulto.',
  },
  MINOR_WITHOUT_ADULT: {
    status: 409,
    message: 'Crianças viajam com um adulto na mesma reserva. Inclua um adulto, ou fale com a gente.',
  },
  FARE_UNKNOWN: {
    status: 409,
    message: 'As tarifas deste passeio mudaram. Recarregue a página e escolha de novo.',
  },
  EXTRA_UNKNOWN: {
    status: 409,
    message: 'Os adicionais deste passeio mudaram. Recarregue a página e escolha de novo.',
  },
  EXTRA_SOLD_OUT: { status: 409, message: 'Um adicional se esgotou. Escolha de novo.' },
  EXTRA_NOT_FOUND: { status: 404, message: 'Este adicional não está mais na reserva.' },
  EXTRA_REMOVAL_COSTS: { status: 409, message: 'O valor deste adicional não volta inteiro. Fale com a gente.' },
  EXTRA_CLOSED: { status: 409, message: 'Um adicional não é mais vendido para esta saída.' },
  EXTRA_QUANTITY: { status: 409, message: 'A quantidade de um adicional não é aceita. Confira e tente de novo.' },
  EXTRA_REQUIRED: { status: 409, message: 'Um adicional deste passeio é obrigatório. Confira a sua escolha.' },
  EXTRA_AGE: { status: 409, message: 'Um adicional não é para a idade de quem vai. Confira a sua escolha.' },
  ROOMS_REQUIRED: { status: 409, message: 'Escolha os quartos de quem vai.' },
  ROOMS_OF_PARTY: { status: 409, message: 'Os quartos não fecham com o número de pessoas. Escolha de novo.' },
  ROOMS_TAKEN: { status: 409, message: 'Não há mais quartos livres desse tipo. Escolha outro.' },
  ROOM_CHANGE_COSTS: { status: 409, message: 'O valor deste quarto não volta inteiro. Fale com a gente.' },
  ROOM_UNKNOWN: { status: 409, message: 'Os quartos deste passeio mudaram. Recarregue a página e escolha de novo.' },
  ROOM_TOO_SMALL: { status: 409, message: 'Um quarto não comporta esse número de pessoas. Escolha de novo.' },
  ROOM_WITHOUT_ADULT: {
    status: 409,
    message: 'Criança fica em quarto com um adulto do grupo, e não divide quarto com outras pessoas.',
  },
  COUPON_UNKNOWN: { status: 409, message: 'Este cupom não existe. Confira o código.' },
  COUPON_ENDED: { status: 409, message: 'Este cupom não está valendo agora.' },
  COUPON_USED_UP: { status: 409, message: 'Este cupom já foi todo usado.' },
  COUPON_OTHER_TRIP: { status: 409, message: 'Este cupom é de outro passeio.' },
  COUPON_OTHER_FARES: { status: 409, message: 'Este cupom não vale para as tarifas escolhidas.' },
  COUPON_BELOW_MINIMUM: { status: 409, message: 'A reserva não chega ao mínimo deste cupom.' },
  COUPON_USED_BY_YOU: { status: 409, message: 'Você já usou este cupom.' },
  COUPON_FIRST_ONLY: { status: 409, message: 'Este cupom é só para a primeira reserva.' },
  COUPON_CODE_TAKEN: { status: 409, message: 'Já existe um cupom com este código.' },
  COUPON_LIMIT_TAKEN: { status: 409, message: 'O cupom já foi usado mais do que isso. Use um limite maior.' },
  ALLOTMENT_SHORT: { status: 409, message: 'Não há tantas vagas livres para guardar.' },
  COUPON_NOT_FOUND: { status: 404, message: 'Este cupom não existe mais.' },
  DISCOUNT_RULE_NOT_FOUND: { status: 404, message: 'Este desconto não existe mais.' },
  DISCOUNT_RULE_USED: {
    status: 409,
    message: 'Há reservas com este desconto. Em vez de apagar, desligue: elas continuam como estão.',
  },
  DISCOUNT_RULES_FULL: { status: 409, message: 'Há 50 descontos automáticos, o máximo. Apague ou altere um deles.' },
  DISCOUNT_RULES_CHANGED: { status: 409, message: 'A lista de descontos mudou. Recarregue a página e tente de novo.' },
  FARE_BY_AGE: { status: 409, message: 'A idade no dia da saída pede outra tarifa. Confirme o novo valor.' },
  NO_FARE_FOR_AGE: { status: 409, message: 'Nenhuma tarifa deste passeio é para esta idade. Fale com a gente.' },
  PARTICIPANT_NOT_FOUND: { status: 404, message: 'Esta pessoa não está mais na reserva. Recarregue a página.' },
  AUTHORIZATION_NOT_NEEDED: {
    status: 409,
    message: 'A autorização é de quem tem menos de 16 anos na saída. Confira a data de nascimento.',
  },
  AUTHORIZATION_NOT_FOUND: { status: 404, message: 'Não há autorização de viagem anexada.' },
  PARTICIPANT_ALREADY_LISTED: {
    status: 409,
    message: 'Este CPF já está na lista deste passeio. Confira se a pessoa não tem outra reserva.',
  },
  COMPANION_NOT_ADULT: {
    status: 409,
    message: 'Quem acompanha precisa ser um adulto desta reserva. Escolha outra pessoa.',
  },
  LAST_PARTICIPANT: { status: 409, message: 'É a última pessoa da reserva. Para desistir, cancele a reserva.' },
  PARTICIPANTS_FIXED: {
    status: 409,
    message: 'O prazo para mudar quem viaja passou. Fale com a gente.',
  },
  PARTICIPANT_LINK_OVER: { status: 404, message: 'Este link não vale mais. Peça outro a quem fez a reserva.' },
  GUEST_ALREADY_ENROLLED: {
    status: 409,
    message: 'Você já tem uma reserva neste passeio. Abra o link dela, ou peça outro à equipe do passeio.',
  },
  RESERVATION_LINK_OVER: { status: 404, message: 'Este link não vale mais. Peça outro à equipe do passeio.' },
  RESERVATION_OF_ACCOUNT: {
    status: 409,
    message: 'Esta reserva já é de outra conta. Entre nela, ou fale com a equipe do passeio.',
  },
  EMAIL_CODE_WRONG: { status: 400, message: 'Este não é o código do e-mail. Confira os 6 números.' },
  EMAIL_CODE_OVER: { status: 409, message: 'Este código não vale mais. Peça outro.' },
  EMAIL_CODES_SENT: {
    status: 429,
    message: 'Já mandamos 3 códigos para este e-mail na última hora. Procure também no spam, ou peça outro mais tarde.',
  },
  EMAIL_PROOF_OVER: {
    status: 409,
    message: 'A confirmação pelo Google não vale mais. Confirme de novo, ou siga só com o e-mail digitado.',
  },
  LINK_CODE_NEEDED: {
    status: 409,
    message: 'Para sua segurança, confirme que é você com o código que mandamos para o seu e-mail.',
  },
  LINK_UNPROVEN: {
    status: 409,
    message: 'Este link foi feito pela nossa equipe, e não temos como confirmar por ele que é você. Fale com a gente.',
  },
  LINK_REQUEST_NOT_FOUND: { status: 404, message: 'Este pedido não existe mais.' },
  LINK_REQUEST_DECIDED: { status: 409, message: 'Este pedido já foi respondido.' },
  LINK_REQUEST_OWN: {
    status: 409,
    message: 'Foi você quem fez o link deste pedido. Outra pessoa da equipe precisa confirmar.',
  },
  PHONE_DIGITS_NEEDED: {
    status: 409,
    message: 'Para sua segurança, digite os 4 últimos números do celular da reserva.',
  },
  PHONE_DIGITS_WRONG: { status: 400, message: 'Não são esses os 4 últimos números do celular da reserva.' },
  PHONE_DIGITS_LOCKED: {
    status: 429,
    message: 'Números errados muitas vezes. Espere um pouco, ou fale com a equipe do passeio.',
  },
  GUIDE_LINK_OVER: { status: 404, message: 'Este link não vale mais. Peça outro à equipe do passeio.' },
  BOARDING_EARLY: { status: 409, message: 'A lista do embarque abre na véspera da saída. Volte mais perto da hora.' },
  BOARDING_NOT_OWN: {
    status: 404,
    message: 'Você não é guia desta saída, ou o embarque dela já terminou. Os seus embarques estão no início.',
  },
  GUIDE_LINK_EARLY: { status: 409, message: 'Este link abre na véspera da saída. Volte mais perto da hora.' },
  GUIDE_LINK_LOCKED: {
    status: 429,
    message: 'PIN errado muitas vezes. Espere 15 minutos, ou peça outro link à equipe do passeio.',
  },
  GUIDE_PIN_WRONG: { status: 400, message: 'PIN errado. Confira os 6 números com a equipe do passeio.' },
  GUIDE_SESSION_OVER: { status: 404, message: 'O acesso terminou. Digite o PIN de novo.' },
  NOT_HELD: { status: 409, message: 'Esta reserva não está aguardando o sinal.' },
  HOLD_ENDED: {
    status: 409,
    message: 'O prazo do sinal passou. Estamos conferindo com o banco se o seu pagamento entrou.',
  },
  HOLD_IN_PAST: { status: 409, message: 'Escolha um prazo no futuro e antes da saída.' },
  REQUEST_TOO_LATE: { status: 409, message: 'Está muito perto da saída para pedir uma reserva. Fale com a gente.' },
  REQUEST_UNANSWERED: {
    status: 409,
    message: 'O pedido ainda espera a resposta da nossa equipe: por enquanto não há nada a pagar.',
  },
  REQUEST_TO_ANSWER: {
    status: 409,
    message: 'Esta reserva é um pedido sem resposta. Aceite ou recuse o pedido antes.',
  },
  NOT_REQUESTED: { status: 409, message: 'Este pedido já teve resposta ou não vale mais. Atualize a página.' },
  MOVE_TO_SAME_TRIP: { status: 409, message: 'A reserva já é deste passeio. Escolha outra saída.' },
  TOTAL_BELOW_ZERO: { status: 409, message: 'O desconto é maior que o valor da reserva.' },
  RESERVATION_NOT_EXPIRED: {
    status: 409,
    message: 'Só uma reserva expirada pode ser feita de novo. Atualize a página e confira a situação.',
  },
  RESERVATION_OVER: { status: 409, message: 'Esta reserva não está mais ativa.' },
  VOUCHER_NOT_READY: { status: 409, message: 'O voucher sai assim que o sinal for confirmado.' },
  VOUCHER_OVER: { status: 409, message: 'Esta reserva não vale mais, e o voucher dela também não.' },
  BOARDING_POINT_UNKNOWN: {
    status: 409,
    message: 'Este ponto de embarque não é deste passeio. Recarregue a página e escolha outro.',
  },
  PAYMENT_ABOVE_DUE: { status: 409, message: 'O valor é maior do que falta pagar.' },
  PAYMENT_TOO_SMALL: { status: 409, message: 'O valor é menor do que o que precisa ser pago agora.' },
  END_TO_END_ID_USED: { status: 409, message: 'Este Pix já está lançado.' },
  ENTRY_NOT_FOUND: { status: 404, message: 'Este lançamento não existe nesta reserva.' },
  ENTRY_OF_BANK: { status: 409, message: 'O banco já devolveu este valor: a devolução não pode ser estornada.' },
  ENTRY_REVERSED: { status: 409, message: 'Este lançamento já foi estornado.' },
  SPLIT_NEEDS_PEOPLE: { status: 409, message: 'Para dividir o pagamento, a reserva precisa de 2 pessoas ou mais.' },
  PAYMENT_NOT_SPLIT: {
    status: 409,
    message: 'O pagamento desta reserva não está mais dividido. Fale com quem fez a reserva.',
  },
  NOTHING_DUE: { status: 409, message: 'Não há nada a pagar nesta reserva.' },
  CARD_IN_REVIEW: {
    status: 409,
    message: 'O banco do cartão está analisando o pagamento. Espere a resposta antes de pagar de novo.',
  },
  CARD_UNAVAILABLE: { status: 409, message: 'O pagamento com cartão não está disponível agora. Escolha outra forma.' },
  MEANS_NOT_OFFERED: { status: 409, message: 'Este passeio não aceita esta forma de pagamento. Escolha outra.' },
  PIX_UNAVAILABLE: { status: 409, message: 'O Pix ainda não está configurado. Entre em contato para pagar.' },
  RECEIPT_WAITING: {
    status: 409,
    message: 'Já recebemos um comprovante desta reserva. Avisaremos assim que ele for conferido.',
  },
  RECEIPT_NOT_FOUND: { status: 404, message: 'Este comprovante não existe ou já foi apagado.' },
  DOOR_PAYMENT_NOT_FOUND: { status: 404, message: 'Este recebimento não existe.' },
  DOOR_PAYMENT_DECIDED: { status: 409, message: 'Este recebimento já foi conferido.' },
  DOOR_PAYMENT_AFTER_END: {
    status: 409,
    message:
      'Este dinheiro foi anotado depois que o seu acesso a este embarque terminou. Entregue o valor à equipe e diga de qual reserva é.',
  },
  DOOR_PAYMENT_TOO_LATE: {
    status: 409,
    message: 'O prazo para enviar este dinheiro passou. Entregue o valor à equipe e diga de qual reserva é.',
  },
  DOOR_PAYMENT_ID_USED: { status: 409, message: 'Este recebimento já foi usado para outro valor.' },
  RECEIPT_REVIEWED: { status: 409, message: 'Este comprovante já foi conferido.' },
  RECEIPT_UNSUPPORTED: { status: 400, message: 'Envie uma foto (JPEG, PNG ou WebP) ou um PDF.' },
  RECEIPT_TOO_LARGE: { status: 413, message: 'O arquivo tem mais de 10 MB. Envie um arquivo menor.' },
  REFUND_NOT_FOUND: { status: 404, message: 'Esta devolução não existe mais.' },
  REFUND_NOT_DUE: { status: 409, message: 'Esta devolução já foi feita.' },
  REFUND_CHANGED: { status: 409, message: 'O valor a devolver mudou. Confira o novo valor e confirme de novo.' },
  REFUND_TO_ORIGIN: {
    status: 409,
    message: 'Esta devolução volta para a conta de onde veio o pagamento: não precisa de chave Pix.',
  },
  REFUND_MADE_AT_BANK: {
    status: 409,
    message: 'Este Pix já teve devolução pelo aplicativo do banco. Confira o que ainda falta devolver.',
  },
  REFUND_NOT_THROUGH_PROVIDER: {
    status: 409,
    message: 'Este valor não entrou pelo banco conectado. Devolva por Pix e registre a devolução aqui.',
  },
  REFUND_REFUSED: {
    status: 409,
    message: 'O banco recusou a devolução. Confira o saldo da conta, ou devolva por Pix e registre a devolução aqui.',
  },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    message: 'O banco não respondeu. Nada foi feito: tente de novo em instantes.',
  },
  UNMATCHED_NOT_FOUND: { status: 404, message: 'Este pagamento já foi conciliado.' },
  IMPORT_NOT_FOUND: { status: 404, message: 'Esta importação não existe mais.' },
  IMPORT_CHANGED: { status: 409, message: 'Esta importação já foi confirmada ou desfeita. Recarregue a página.' },
  IMPORT_COLUMNS_MISSING: { status: 400, message: 'Diga antes qual coluna é qual: falta uma obrigatória.' },
  IMPORT_NOTHING: {
    status: 400,
    message: 'Não há nada a importar: corrija as linhas com erro ou envie outro arquivo.',
  },
  IMPORT_UNDO_OVER: { status: 409, message: 'O prazo de 7 dias para desfazer esta importação já passou.' },
  IMPORT_ROW_KEPT: { status: 409, message: 'Foi usado ou alterado depois da importação.' },
  SPREADSHEET_EMPTY: { status: 400, message: 'O arquivo está vazio. Envie a planilha com os títulos das colunas.' },
  SPREADSHEET_TOO_LARGE: { status: 413, message: 'A planilha passa de 10 MB. Divida em arquivos menores.' },
  SPREADSHEET_TOO_MANY_ROWS: {
    status: 413,
    message: 'A planilha passa de 20.000 linhas. Divida em arquivos menores.',
  },
  SPREADSHEET_TOO_MANY_COLUMNS: {
    status: 413,
    message: 'A planilha passa de 60 colunas. Apague as que você não usa e envie de novo.',
  },
  SPREADSHEET_UNREADABLE: {
    status: 400,
    message: 'Não conseguimos ler este arquivo. Salve a planilha em XLSX ou CSV e envie de novo.',
  },
  SPREADSHEET_PROTECTED: { status: 400, message: 'A planilha tem senha. Tire a senha no Excel e envie de novo.' },
  SPREADSHEET_OLD: { status: 400, message: 'Este é um arquivo .xls antigo. Salve como .xlsx e envie de novo.' },
  SPREADSHEET_MACROS: { status: 400, message: 'A planilha tem macros. Salve como .xlsx, sem macros, e envie de novo.' },
  SPREADSHEET_BOMB: {
    status: 400,
    message: 'A planilha é grande demais depois de aberta. Copie só os dados para uma planilha nova.',
  },
  STATEMENT_NOT_FOUND: { status: 404, message: 'Este extrato não existe.' },
  STATEMENT_UNREADABLE: {
    status: 400,
    message: 'Não conseguimos ler este arquivo. Baixe o extrato do banco em OFX ou CSV e envie de novo.',
  },
  STATEMENT_TOO_LARGE: {
    status: 413,
    message: 'O extrato é grande demais: até 2 MB e 5.000 lançamentos. Baixe um período menor.',
  },
  STATEMENT_EMPTY: {
    status: 400,
    message: 'Este extrato não traz lançamentos. Baixe um período com movimento e envie de novo.',
  },
  STATEMENT_CHANGED: {
    status: 409,
    message: 'Algum lançamento já foi contado ou mudou de reserva. Confira a lista e confirme de novo.',
  },
  DELIBERATE_CHOICE_NEEDED: {
    status: 409,
    message: 'Confira os lançamentos marcados: podem já estar no caixa ou passar do que falta pagar.',
  },
  NOT_A_SELLER: { status: 404, message: 'Esta área é de quem vende nossos passeios. Fale com a gente.' },
  SELLER_NOT_FOUND: { status: 404, message: 'Não encontramos este vendedor.' },
  SELLER_INACTIVE: { status: 409, message: 'Este vendedor não vende mais. Reative o cadastro antes.' },
  SELLER_ACCEPTED: { status: 409, message: 'Este vendedor já aceitou o convite.' },
  SELLER_EXISTS: { status: 409, message: 'Você já vende nossos passeios com esta conta.' },
  SELLER_UNPAID_PLACES: {
    status: 409,
    message: 'Você já tem muitas vagas sem pagamento. Espere um cliente pagar antes de reservar outra.',
  },
  SELLER_KEY_REFUSED: { status: 409, message: 'A senha não confere. Tente de novo.' },
  SELLER_CLIENT_REFUSED: {
    status: 409,
    message: 'Não dá para reservar para este cliente por aqui. Mande seu link para ele, ou fale com a equipe.',
  },
  COMMISSION_RULE_NOT_FOUND: { status: 404, message: 'Esta regra de comissão não vale mais.' },
  COMMISSION_STATEMENT_NOT_FOUND: { status: 404, message: 'Este extrato de comissão não existe.' },
  COMMISSION_MONTH_CLOSED: {
    status: 409,
    message: 'Este mês já foi fechado. O que veio depois entra no extrato de um mês seguinte.',
  },
  COMMISSION_MONTH_AHEAD: { status: 409, message: 'Este mês ainda não começou.' },
  COMMISSION_NOTHING: { status: 409, message: 'Não há comissão a fechar: nenhum passeio com venda voltou ainda.' },
  COMMISSION_PAID: { status: 409, message: 'Este extrato já foi pago.' },
  COMMISSION_NOT_PAYABLE: { status: 409, message: 'Este extrato não tem nada a pagar.' },
  CONNECTION_PROOF_WRONG: { status: 409, message: 'Confira a senha e o código, e tente de novo.' },
  CONNECTION_REFUSED: { status: 409, message: 'Nada foi salvo: o provedor não aceita esta conexão.' },
  WHATSAPP_NOT_CONNECTED: { status: 409, message: 'O WhatsApp ainda não está conectado. Conecte em Conexões.' },
  WHATSAPP_UNAVAILABLE: {
    status: 503,
    message: 'O WhatsApp não respondeu, ou não aceita mais o acesso. Confira em Conexões e tente de novo.',
  },
  CONNECTION_UNREACHABLE: {
    status: 409,
    message: 'Nada foi salvo: o provedor não respondeu. Tente de novo, ou escolha salvar mesmo assim.',
  },
  CONNECTION_ON_SERVER: {
    status: 409,
    message: 'Esta conexão é definida no servidor. Só quem cuida dele pode mudar.',
  },
  CONNECTION_CHANGED: {
    status: 409,
    message: 'Nada foi salvo: outra pessoa mudou esta conexão agora há pouco. Recarregue a página e confira.',
  },
  CONNECTION_REFUNDING: {
    status: 409,
    message: 'Há devoluções a caminho por esta conta. Espere que terminem antes de esquecer a conta.',
  },
  SITE_ADDRESS_ON_SERVER: {
    status: 409,
    message: 'O endereço é definido no servidor. Só quem cuida dele pode mudar.',
  },
  DOMAIN_TAKEN: { status: 409, message: 'Este domínio já é de um portal. Se é seu, fale com quem hospeda o portal.' },
  DOMAIN_UNPROVED: {
    status: 409,
    message: 'Ainda não encontramos o registro. Depois de criado, ele pode levar algumas horas para aparecer.',
  },
  DOMAIN_UNKNOWN: {
    status: 404,
    message: 'Este domínio não está na lista, ou não pode sair dela. Recarregue a página.',
  },
  TOO_MANY_DOMAINS: { status: 409, message: 'Há domínios demais. Remova um para incluir outro.' },
  CONNECTION_MISSING: { status: 404, message: 'Esta conexão já foi removida.' },
  REFUND_ABOVE_RECEIVED: { status: 409, message: 'O valor é maior do que foi recebido.' },

  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'Esta chave de repetição já foi usada em outro pedido. Gere uma nova e tente de novo.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;
