import { spawnSync } from 'node:child_process';

/** Runs installation commands, showing their output. Failures are printed; the caller checks for the result. */
export function runInstallers(commands: string[]): void {
  for (const command of commands) {
    const { status, error } = spawnSync(command, {
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) console.error(error ?? `"${command}" ended with ${status}`);
  }
}
