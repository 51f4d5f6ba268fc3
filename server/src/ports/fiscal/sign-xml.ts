import { SignedXml } from 'xml-crypto';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
// Neither schema nor manual names the algorithms. A note that Sefin Nacional authorised in March 2026 has these.
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const DIGEST = 'http://www.w3.org/2000/09/xmldsig#sha1';

/** What signs: certificate and private key as PEM. */
export interface SigningKey {
  cert: string;
  key: string;
}

/** Signs the element with this id, enveloped: the signature is the last child of the document's element. */
export function signXml(xml: string, id: string, { cert, key }: SigningKey): string {
  const signature = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: SIGNATURE,
    canonicalizationAlgorithm: C14N,
  });
  const xpath = `//*[@Id='${id}']`;
  signature.addReference({ xpath, transforms: [ENVELOPED, C14N], digestAlgorithm: DIGEST });
  signature.computeSignature(xml, { location: { reference: '/*', action: 'append' } });
  return signature.getSignedXml();
}
