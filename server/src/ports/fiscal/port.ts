/** The layout of notes that we write, as their schema names it. */
export const LAYOUT_VERSION = '1.01';

/** Whose note it is, and under which rules; codes as the layout has them. */
export interface NoteIssuer {
  /** 14 digits. */
  taxId: string;
  /** IBGE's code. */
  municipality: string;
  /** Empty: the municipality has none of the issuer. */
  municipalRegistration: string;
  /** opSimpNac. */
  simplesOption: string;
  /** regApTribSN; empty for whom it does not exist. */
  simplesRegime: string;
  /** regEspTrib. */
  specialRegime: string;
  /** cTribNac. */
  serviceCode: string;
  /** cTribMun; empty: none. */
  municipalCode: string;
  /** cNBS. */
  nbsCode: string;
  /** pAliq in hundredths of a percent; null: the municipality's. */
  rate: number | null;
  /** pTotTribSN in hundredths of a percent; null: not of the Simples. */
  approximateTaxes: number | null;
  /** indFinal, cIndOp, CST and cClassTrib of IBS and CBS; all empty: the group is not written. */
  personalUse: string;
  operationIndicator: string;
  taxSituation: string;
  taxClass: string;
}

/** Reasons that the layout has for replacing a note. */
type ReplacementReason = '01' | '02' | '03' | '04' | '05' | '99';

/** A note that is to be issued (DPS). */
export interface Declaration {
  issuer: NoteIssuer;
  series: number;
  number: number;
  /** With the issuer's offset, as in "2026-11-30T17:00:00-03:00". */
  issuedAt: string;
  /** The day of the service, as in "2026-11-30". */
  competence: string;
  /** CPF or CNPJ in digits; null: the payer is not named. */
  payer: { taxId: string; name: string } | null;
  description: string;
  amountCents: number;
  /** The note that this one replaces, and why. */
  replaces?: { accessKey: string; reason: ReplacementReason; text: string } | undefined;
}

/** A signed document and the identifier in it. */
export interface SignedDocument {
  id: string;
  xml: string;
}

/** A note that the government has authorised. */
export interface AuthorisedNote {
  /** 50 digits. */
  accessKey: string;
  number: string;
  authorisedAt: Date;
  xml: string;
}

/** Why the government refuses a document, in its codes and words. */
export interface Refusal {
  code: string;
  text: string;
}

/** Where a government's services are reached. */
export interface GovernmentAddresses {
  /** '1' in production, '2' where notes are for tests. */
  environment: '1' | '2';
  /** Sefin Nacional, as in "https://sefin.nfse.gov.br/SefinNacional". */
  apiUrl: string;
  /** What ADN distributes to companies. */
  distributionUrl: string;
  /** Where anybody looks notes up; a key is appended. */
  lookUpUrl: string;
  /** An authority that is not public, and a page with certificates for tests: of the demonstration's alone. */
  ca?: string;
  page?: string;
}

/** The national government's services, in production and for tests (restricted production). */
export const governments = {
  production: {
    environment: '1',
    apiUrl: 'https://sefin.nfse.gov.br/SefinNacional',
    distributionUrl: 'https://adn.nfse.gov.br/contribuintes',
    lookUpUrl: 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
  },
  test: {
    environment: '2',
    apiUrl: 'https://sefin.producaorestrita.nfse.gov.br/SefinNacional',
    distributionUrl: 'https://adn.producaorestrita.nfse.gov.br/contribuintes',
    lookUpUrl: 'https://www.producaorestrita.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
  },
} as const satisfies Record<string, GovernmentAddresses>;
/** `demonstration`: there is none but in the demonstration, which has no other. */
export type GovernmentName = keyof typeof governments | 'demonstration';

/** The service that issues notes: Sefin Nacional, or what speaks as it does. */
export interface FiscalService {
  /** '1' in production, '2' where notes are for tests. */
  environment: '1' | '2';
  /** Whose certificate signs: `taxId` of 14 digits, undefined where the certificate names none. */
  certificate: { taxId: string | undefined; name: string; expiresAt: Date };
  /** Where anybody looks a note up. */
  lookUpUrl(accessKey: string): string;
  /** Asks, without an effect, whether the government takes the certificate. Throws {@link GovernmentUnavailable}. */
  requireAccess(): Promise<void>;
  /** Writes and signs a note. Throws {@link DeclarationInvalid} for what the schema would refuse. */
  declare(declaration: Declaration): SignedDocument;
  /** Writes and signs the event that cancels a note. */
  declareCancellation(cancellation: Cancellation): SignedDocument;
  /** Sends a note. Throws {@link GovernmentUnavailable} where the answer says neither yes nor no. */
  issue(document: SignedDocument): Promise<AuthorisedNote | { refusals: Refusal[] }>;
  /** The note of exactly this document, if there is one; 'another': its identifier is another document's. */
  find(document: SignedDocument): Promise<AuthorisedNote | 'another' | undefined>;
  /** Sends a cancellation; answers the event as it was registered. */
  cancel(accessKey: string, document: SignedDocument): Promise<{ xml: string } | { refusals: Refusal[] }>;
  /** The event that cancelled a note, if there is one. */
  findCancellation(accessKey: string): Promise<{ xml: string } | undefined>;
  /** Events that ended notes of a company, from those that are distributed after a number; `last`: that of the last. */
  readEnded(taxId: string, after: number): Promise<{ ended: EndedNote[]; last: number }>;
  close(): Promise<void>;
}

/** A note that was cancelled or replaced, by whomever, with the event that says so. */
export interface EndedNote {
  accessKey: string;
  state: 'cancelled' | 'replaced';
  xml: string;
}

/** Reasons that the layout has for cancelling a note. */
type CancellationReason = '1' | '2' | '9';

export interface Cancellation {
  accessKey: string;
  /** 14 digits. */
  taxId: string;
  /** With the issuer's offset. */
  askedAt: string;
  reason: CancellationReason;
  text: string;
}

/** What the schema would refuse, by the field of {@link Declaration}. */
export class DeclarationInvalid extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`the schema refuses ${field}`);
    this.field = field;
  }
}

/**
 * The government did not answer, or not in a way that can be understood; with what it said, if anything. `fault`: whose
 * certificate is not accepted, where that is the reason.
 */
export class GovernmentUnavailable extends Error {
  readonly said: Refusal[];
  readonly fault: 'client-certificate' | 'server-certificate' | undefined;
  constructor(
    message: string,
    { said = [], fault }: { said?: Refusal[]; fault?: GovernmentUnavailable['fault'] } = {},
  ) {
    super(message);
    this.said = said;
    this.fault = fault;
  }
}
