// The words that the reader knows, in lower case without accents. A sentence with any other word is a person's to answer.

/** Each word and its other spellings, singulars and synonyms; the first is the one of the reader's patterns. */
const SYNONYMS = `
pessoas: pessoa lugares lugar vagas vaga vaguinha passageiros passageiro assentos assento poltronas poltrona pax passagens passagem ingressos ingresso
adultos: adulto adultas adulta mulheres homens
crianca: filho filha filhinho filhinha neto neta sobrinho sobrinha bebe menino menina criancinha
criancas: filhos filhas netos netas sobrinhos sobrinhas bebes meninos meninas criancinhas kids
casal: casais
anos: ano aninhos aninho
meses: mes
esposa: marido esposo mae pai sogra sogro namorada namorado noiva noivo amiga amigo irma irmao cunhada cunhado tia tio avo prima primo
amigos: amigas primos primas colegas irmas irmaos
domingo: dom
sabado: sab
amanha: amn
hoje: hj
fds: findi
janeiro: jan
fevereiro: fev
marco: mar
abril: abr
maio: mai
junho: jun
julho: jul
agosto: ago
setembro: set
outubro: out
novembro: nov
dezembro: dez
proximo: proxima proximos proximas prox
este: esta esse essa neste nesta nesse nessa deste desta desse dessa
quanto: qto qnto qnt preco precos valor valores custa custam custo tarifa tarifas precinho valorzinho
tem: teem ha havera existe
quais: qual
passeios: passeio excursoes excursao viagens viagem roteiros roteiro programacao
quando: qdo
horario: horarios hora horas h
data: datas
saida: saidas sai saem partida parte partem
onde: aonde
embarque: embarca embarco embarcar
cartao: cartoes
pagar: pagamento pagamentos
aceita: aceitam
disponivel: disponiveis disponibilidade
para: pra pro pras pros p
quero: queria gostaria queremos gostariamos qro
reservar: reserva reservo reservas
`;

/** What asks for something. */
const ASKS = `quanto quais passeios quando horario data saida onde embarque ponto local encontro pagar cartao aceita
disponivel pessoas agenda opcoes`;

/** What says nothing that an answer depends on. */
const FILLERS = `a o as os um uma uns umas de do da dos das em no na nos nas ao e ou para por com que se me te
oi ola oii opa eai bom boa dia dias tarde noite tudo bem td blz obrigado obrigada obg grato grata favor pf pfv pfvr bjs abs abraco
moca moco gente pessoal voces vcs voce vc ces ai aqui la
eu nos tem tera teria ainda mais so sera como e eh seria fica ficaria ficam ta esta saber saberia gostaria quero ir vou vamos iremos
reservar fazer fazem faz faco somos informacoes informacao info infos detalhes sobre dizer diga fala passar passa podem pode poderia consegue consigo
total tudo cada cidade destino proximo este quantos quantas qtos qtas
mg sp rj tambem tb tbm entao interesse interessada interessado garantir comprar pretendo pretendemos
sendo delas deles dessas desses destas incluindo familia grupo turma alguma algum interessados`;

/** What people mistype, and no other word is near to. */
const SLIPPERY = `amanha pessoas pessoa lugares passageiros adultos adulto criancas crianca quanto quando valores horario
horarios gostaria passeio passeios proximo proxima disponivel excursao embarque`;

// Other words that are a letter away from those, or from names of places.
const NEVER_A_SLIP = `domingos sabados quarto quartos quinto quintos segundo segundos terceiro manha amanho passei passeei
embarquei embarcou adultera quadro marcos`;

const words = (text: string) => text.trim().split(/\s+/);

const synonyms = SYNONYMS.trim()
  .split('\n')
  .map((line) => line.split(': ') as [string, string]);

/** The pattern's word of each word with another one. */
export const canonical = new Map(synonyms.flatMap(([main, others]) => words(others).map((one) => [one, main])));

export const asking = new Set(words(ASKS));
export const fillers = new Set(words(FILLERS));

/** Numbers as words; "um" and "uma" are articles too, which the patterns know. */
export const numbers = new Map(
  words(
    'zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte',
  ).flatMap((word, value) => (value > 1 ? [[word, value] as const] : [])),
);
numbers.set('duas', 2).set('catorze', 14);

export const WEEKDAYS = ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'];
export const MONTHS = words('janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro');

const RELATED = words(
  'depois fim final vem feira agora familia turma colo meu minha meus minhas nosso nossa nossos nossas outra outro ela ele elas eles idade idades somos estamos seremos sozinho sozinha chamo nome paga pagam pago pix mim que semana mes',
);

/** All words that a pattern or a list knows. */
export const known = new Set([
  ...fillers,
  ...asking,
  ...canonical.keys(),
  ...canonical.values(),
  ...numbers.keys(),
  ...WEEKDAYS,
  ...MONTHS,
  ...RELATED,
]);

const never = new Set(words(NEVER_A_SLIP));
const SHORTEST_SLIP = 6;
const LONG_WORD = 9;

/** Those of {@link known} that a slip is read as. */
export const slippery = new Set([...words(SLIPPERY), ...WEEKDAYS, ...MONTHS]);

/** The only one of `candidates` that `word` is with a letter wrong, missing, doubled or swapped; two in long names. */
export function withoutSlip(word: string, candidates: Iterable<string>, slipsOfLong = 1): string | undefined {
  if (word.length < SHORTEST_SLIP - 1 || never.has(word)) return undefined;
  const slips = (one: string) => (Math.min(word.length, one.length) >= LONG_WORD ? slipsOfLong : 1);
  const near = [...candidates].filter(
    (one) =>
      one.length >= SHORTEST_SLIP &&
      Math.abs(one.length - word.length) <= slips(one) &&
      distance(word, one) <= slips(one),
  );
  return near.length === 1 ? near[0] : undefined;
}

// Damerau and Levenshtein's, of two words of at most MAX_WORD letters.
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        isSwap && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = line;
  }
  return last[other.length] ?? 0;
}

/** Words of titles that any sentence may have: alone they name no trip. */
export const weakNames = new Set(
  words(`bate volta ida almoco cafe compras degustacao parque fazenda rota serra lago rio mar pico trilha praia praias
    cachoeira cachoeiras luzes natal maria fumaca sao santa santo joao jose nova novo hotel pousada trem barco onibus van
    lancha noites manha tarde centro historico passagem guia city tour show festa feriado carnaval reveillon pascoa`),
);
