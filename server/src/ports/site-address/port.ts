/** The domains of an operator, at whose host they are kept. */
interface HostedAddress {
  /** The primary one first. */
  domains: string[];
  /** The one that the host gives. */
  given: string;
  claims: { domain: string; record: string; value: string }[];
}

/** What became of a change; `invalid` for what is no domain, `unknown` for one that is not the operator's. */
export type AddressChange = 'changed' | 'invalid' | 'taken' | 'tooMany' | 'unproved' | 'unknown';

/** Keeps the domains of an operator. Domains may be written in any way. */
export interface SiteAddresses {
  read(): Promise<HostedAddress>;
  /** Notes a domain that is to be proved. */
  claim(domain: string): Promise<AddressChange>;
  /** Adds a noted domain if the record that proves it is found. */
  prove(domain: string): Promise<AddressChange>;
  remove(domain: string): Promise<AddressChange>;
  makePrimary(domain: string): Promise<AddressChange>;
}

/** The TXT records of a name; none where there is no such name, or nobody answers. */
export type ResolveTxt = (name: string) => Promise<string[]>;
