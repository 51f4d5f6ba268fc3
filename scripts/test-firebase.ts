import { installAuthEmulator, startAuthEmulator } from './auth-emulator.ts';
import { type Count, conclude, playwright } from './runs.ts';

const PROJECT = 'demo-passeio';

async function browserTests(): Promise<Count> {
  await installAuthEmulator();
  const emulator = await startAuthEmulator(PROJECT);
  try {
    return await playwright('e2e/firebase/playwright.config.ts', {
      env: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_AUTH_EMULATOR_HOST: emulator.host },
    });
  } finally {
    await emulator.stop();
  }
}

try {
  conclude([await browserTests()]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  conclude([{ passed: 0, failed: 1 }]);
}
