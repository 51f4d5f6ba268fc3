import { admin, route } from '../route.ts';
import { z } from '../zod.ts';
import { proofOfCaller } from './connections.ts';

const domain = z
  .string('Digite o domínio.')
  .trim()
  .max(253, 'O domínio é longo demais.')
  .min(1, 'Digite o domínio, como em suaagencia.com.br.');

/** Where the portal is, and which domains of the operator's own lead there. */
const siteAddress = z.object({
  /** Whether a host serves it; otherwise its address is the server's setting. */
  isHosted: z.boolean(),
  primary: z.string(),
  /** The others, which lead to the primary one. */
  others: z.array(z.string()),
  /** The one that the host gives, which stays. */
  given: z.string(),
  /** Domains whose proof is still missing, and the TXT record that proves them. */
  claims: z.array(z.object({ domain: z.string(), record: z.string(), value: z.string() })),
});
export type SiteAddress = z.infer<typeof siteAddress>;

export const domainClaim = z.strictObject({ domain });
export const primaryDomain = proofOfCaller.extend({ domain });

export const siteAddressRoutes = {
  read: route('GET', '/site-address', {
    access: admin,
    summary: 'Where the portal is, and its domains',
    answer: siteAddress,
  }),
  claim: route('POST', '/site-address/claims', {
    access: admin,
    summary: "Name a domain of the operator's own, which counts once it is proved",
    body: domainClaim,
    answer: siteAddress,
  }),
  prove: route('POST', '/site-address/proofs', {
    access: admin,
    summary: 'Look for the record that proves a domain',
    body: domainClaim,
    answer: siteAddress,
  }),
  remove: route('POST', '/site-address/removals', {
    access: admin,
    summary: 'Remove a domain, or one whose proof is missing; not the primary one',
    body: domainClaim,
    answer: siteAddress,
  }),
  makePrimary: route('PUT', '/site-address/primary', {
    access: admin,
    summary: 'Move the portal to another of its domains: sessions and passkeys of the former one end',
    body: primaryDomain,
    answer: siteAddress,
  }),
};
