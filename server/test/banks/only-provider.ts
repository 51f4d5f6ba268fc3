import type { PaymentProvider } from '../../src/ports/payments/port.ts';
import { providerTable } from '../../src/ports/payments/providers.ts';

/** What asks a provider, or finds it in the table, in which it is alone. */
export const onlyProvider = (provider: PaymentProvider) => ({ provider, providers: providerTable([provider]) });
