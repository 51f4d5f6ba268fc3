import { X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import type { CertifiedKey } from '../bank/certificates.ts';

/** The element of a document. Throws for what is no XML, and for a document with a DTD. */
export function parseXml(xml: string): Element {
  if (/<!(?!--|\[CDATA\[)/.test(xml)) throw new Error('a DTD');
  const fail = (message: string) => {
    throw new Error(message);
  };
  const parser = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } });
  return parser.parseFromString(xml, 'text/xml').documentElement;
}

/** The text of the first element of this name. */
export function textIn(element: Element, name: string): string {
  return element.getElementsByTagName(name)[0]?.textContent ?? '';
}

/** Who signed the element with this id; undefined: nobody, or what was signed was changed. */
export function signerOf(xml: string, id: string): X509Certificate | undefined {
  const root = parseXml(xml);
  const signature = [...Array.from(root.childNodes)].find(({ nodeName }) => nodeName === 'Signature') as
    | Element
    | undefined;
  const der = signature && textIn(signature, 'X509Certificate').replaceAll(/\s/g, '');
  if (!signature || !der) return undefined;
  try {
    const certificate = new X509Certificate(Buffer.from(der, 'base64'));
    const check = new SignedXml({ publicCert: certificate.toString() });
    check.loadSignature(signature as never);
    const isValid = check.checkSignature(xml);
    const isWhole = check.getSignedReferences().some((signed) => parseXml(signed).getAttribute('Id') === id);
    return isValid && isWhole ? certificate : undefined;
  } catch {
    return undefined;
  }
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** Signs a note or an event as the government. */
export function signAsGovernment(xml: string, id: string, { cert, key }: CertifiedKey): string {
  const signature = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signature.addReference({
    xpath: `//*[@Id='${id}']`,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, { location: { reference: '/*', action: 'append' } });
  return signature.getSignedXml();
}

/** The CNPJ that a company's certificate names; '' without one. */
export function taxIdOf(certificate: X509Certificate): string {
  return /:(\d{14})$/m.exec(certificate.subject)?.[1] ?? '';
}
