/** What an operator brings along in spreadsheets. */
export const importKinds = { clients: 'Clientes', trips: 'Passeios', reservations: 'Reservas' } as const;
export type ImportKind = keyof typeof importKinds;

interface ImportField {
  /** The header in our own files. */
  label: string;
  /** Other headers by which it is known, without accents and in small letters. */
  known: readonly string[];
  /** A file without this column cannot be imported. */
  required?: true;
  /** Several columns may be this field, as first and last names or instalments. */
  many?: true;
}

/** The columns of each kind of spreadsheet, in the order of our own files. */
export const importFields = {
  clients: {
    name: {
      label: 'Nome',
      known: [
        ...['nome completo', 'cliente', 'passageiro', 'nome do cliente', 'primeiro nome', 'first name', 'name'],
        ...['full name', 'given name'],
      ],
      required: true,
    },
    surname: {
      label: 'Sobrenome',
      known: [
        ...['sobrenomes', 'nome do meio', 'segundo nome', 'ultimo nome', 'last name', 'middle name'],
        ...['family name', 'additional name'],
      ],
      many: true,
    },
    contact: {
      label: 'Telefone',
      known: [
        ...['celular', 'cel', 'whatsapp', 'whats', 'fone', 'contato', 'tel', 'zap', 'telefone celular'],
        ...['phone 1 value', 'mobile phone', 'phone', 'phone number', 'telefone principal', 'numero'],
        ...['numero de telefone', 'numero do whatsapp'],
      ],
      required: true,
    },
    areaCode: { label: 'DDD', known: ['codigo de area', 'area code'] },
    email: {
      label: 'E-mail',
      known: [
        'email',
        'correio eletronico',
        'endereco de e mail',
        'endereco de email',
        'e mail 1 value',
        'e mail address',
      ],
    },
    cpf: { label: 'CPF', known: ['cpf do cliente', 'cpf cnpj', 'n cpf', 'documento cpf'] },
    rg: { label: 'RG', known: ['identidade', 'documento', 'n rg', 'rg cin'] },
    emitter: { label: 'Órgão emissor', known: ['emissor', 'orgao expedidor', 'orgao', 'ssp'] },
    birthdate: {
      label: 'Nascimento',
      known: ['data de nascimento', 'data nascimento', 'data nasc', 'nasc', 'dt nasc', 'aniversario', 'dn', 'birthday'],
    },
  },
  trips: {
    title: { label: 'Passeio', known: ['titulo', 'nome', 'destino', 'viagem', 'roteiro', 'excursao'], required: true },
    day: {
      label: 'Data da saída',
      known: ['data', 'saida', 'data saida', 'ida', 'data da viagem', 'dia', 'data do passeio'],
      required: true,
    },
    time: { label: 'Hora da saída', known: ['hora', 'horario', 'hora saida', 'horario de saida', 'saida'] },
    returnDay: { label: 'Data da volta', known: ['volta', 'retorno', 'data volta', 'data de retorno'] },
    returnTime: { label: 'Hora da volta', known: ['hora volta', 'horario de volta', 'hora do retorno'] },
    capacity: {
      label: 'Vagas',
      known: ['lotacao', 'capacidade', 'lugares', 'assentos', 'qtd de vagas', 'poltronas'],
      required: true,
    },
    price: {
      label: 'Preço',
      known: ['valor', 'preco adulto', 'valor adulto', 'valor por pessoa', 'preco por pessoa', 'adulto'],
      required: true,
    },
    childPrice: { label: 'Preço de criança', known: ['preco crianca', 'valor crianca', 'crianca'] },
    lapPrice: { label: 'Preço de colo', known: ['preco colo', 'crianca de colo', 'colo'] },
    deposit: { label: 'Sinal (%)', known: ['sinal', 'entrada', 'sinal em porcentagem', 'percentual de sinal'] },
    minimum: { label: 'Mínimo de pessoas', known: ['minimo', 'lotacao minima', 'minimo de participantes'] },
    vehicle: { label: 'Veículo', known: ['transporte', 'onibus', 'van'] },
    boarding: {
      label: 'Embarques',
      known: ['embarque', 'pontos de embarque', 'locais de embarque', 'local de embarque', 'ponto de embarque'],
    },
    summary: { label: 'Resumo', known: ['descricao', 'descricao curta', 'observacao', 'observacoes', 'obs'] },
    isActive: { label: 'Publicado', known: ['no site', 'ativo', 'publicar'] },
  },
  reservations: {
    code: { label: 'Reserva', known: ['codigo', 'codigo da reserva', 'n da reserva', 'numero', 'localizador', 'id'] },
    trip: {
      label: 'Passeio',
      known: ['viagem', 'destino', 'excursao', 'roteiro', 'titulo', 'qual passeio', 'trip', 'tour'],
    },
    day: { label: 'Data da saída', known: ['data', 'saida', 'data da viagem', 'ida', 'data do passeio', 'date'] },
    payer: {
      label: 'Quem paga',
      known: [
        ...['cliente', 'responsavel', 'comprador', 'titular', 'contratante', 'nome do cliente', 'nome'],
        ...['nome completo do responsavel', 'nome do responsavel', 'pagador'],
      ],
      required: true,
    },
    surname: { label: 'Sobrenome de quem paga', known: ['sobrenome', 'ultimo nome', 'last name'], many: true },
    payerContact: {
      label: 'Telefone de quem paga',
      known: [
        ...['telefone', 'celular', 'cel', 'whatsapp', 'whats', 'fone', 'contato', 'tel', 'telefone do responsavel'],
        ...['phone', 'phone number'],
      ],
    },
    areaCode: { label: 'DDD', known: ['codigo de area', 'area code'] },
    payerEmail: { label: 'E-mail de quem paga', known: ['email', 'e mail', 'e mail do cliente', 'email address'] },
    payerCpf: { label: 'CPF de quem paga', known: ['cpf do cliente', 'cpf do responsavel', 'cpf do titular', 'cpf'] },
    name: {
      label: 'Passageiro',
      known: [
        ...['nome do passageiro', 'viajante', 'participante', 'nome completo', 'quem viaja'],
        ...['passageiros', 'nome', 'full name', 'passenger'],
      ],
    },
    people: {
      label: 'Número de pessoas',
      known: [
        ...[
          'quantas pessoas',
          'qtd de pessoas',
          'quantidade de pessoas',
          'pessoas',
          'numero de passageiros',
          'qtd',
          'pax',
        ],
        ...['quantidade', 'quantos lugares', 'lugares', 'quantidade de passageiros', 'how many people'],
        ...['adultos', 'quantos adultos', 'criancas', 'quantas criancas', 'n de adultos', 'n de criancas'],
      ],
      many: true,
    },
    companions: {
      label: 'Acompanhantes',
      known: [
        ...['nomes dos acompanhantes', 'acompanhantes', 'nome dos acompanhantes', 'demais passageiros'],
        ...['acompanhante', 'nome do acompanhante'],
      ],
      many: true,
    },
    cpf: { label: 'CPF do passageiro', known: ['cpf passageiro', 'cpf do viajante', 'cpf do participante'] },
    birthdate: {
      label: 'Nascimento',
      known: ['data de nascimento', 'data nascimento', 'data nasc', 'nasc', 'dt nasc', 'dn'],
    },
    document: { label: 'RG', known: ['documento', 'identidade', 'rg do passageiro', 'n do documento'] },
    issuer: { label: 'Órgão emissor', known: ['emissor', 'orgao expedidor', 'orgao'] },
    fare: { label: 'Tarifa', known: ['tipo', 'categoria', 'tipo de passageiro', 'faixa'] },
    boarding: { label: 'Embarque', known: ['ponto de embarque', 'local de embarque', 'local'] },
    status: { label: 'Situação', known: ['status', 'estado', 'situacao da reserva'] },
    total: {
      label: 'Valor da reserva',
      known: [
        ...['valor', 'valor total', 'total', 'preco', 'valor da viagem', 'valor por pessoa', 'preco por pessoa'],
        ...['valor por passageiro', 'valor individual', 'valor unitario', 'valor do pacote', 'valor do passeio'],
      ],
    },
    paid: {
      label: 'Valor pago',
      known: [
        ...['pago', 'pagamento', 'recebido', 'valor recebido', 'entrada', 'sinal', 'pagou', 'pgto', 'pagamentos'],
        ...['situacao do pagamento', 'status do pagamento', 'status pagamento', 'parcela'],
      ],
      many: true,
    },
    method: { label: 'Forma de pagamento', known: ['forma', 'forma de pgto', 'meio de pagamento', 'como pagou'] },
    paidOn: { label: 'Data do pagamento', known: ['pago em', 'data pgto', 'data do pgto', 'data pagamento'] },
    reference: {
      label: 'Código do pagamento',
      known: ['id do pix', 'referencia', 'e2e', 'end to end', 'comprovante', 'identificador'],
    },
  },
} as const satisfies Record<ImportKind, Record<string, ImportField>>;

export function fieldsOf(kind: ImportKind): Record<string, ImportField> {
  return importFields[kind];
}
