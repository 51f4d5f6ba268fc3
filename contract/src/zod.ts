import { config, z } from 'zod';
import { pt } from 'zod/locales';

// Zod's compiled validators need `new Function`, which the pages' Content-Security-Policy refuses.
config({ ...pt(), jitless: 'document' in globalThis });

export { z };
