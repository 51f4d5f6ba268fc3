import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const TICKS_PER_SECOND = 100;

/** The output of a system program. Throws, naming its package, if it is missing. */
export async function runTool(program: string, debianPackage: string, parameters: string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, parameters, { maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`${program} is missing; on Debian: apt-get install ${debianPackage}`);
  }
}

/** The processor time of a process in seconds. */
export async function processorSeconds(pid: number): Promise<number> {
  const [user = 0, system = 0] = (await statOf(pid)).slice(11, 13).map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Memory that a process holds at the moment, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Creates a temporary folder. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'passeio-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
