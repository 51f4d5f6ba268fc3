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

/** Like {@link processorSeconds}, with its children, those that have ended included. */
export async function processorSecondsOfFamily(pid: number): Promise<number> {
  const ended = (await statOf(pid)).slice(13, 15).reduce((sum, ticks) => sum + Number(ticks) / TICKS_PER_SECOND, 0);
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  // One may end meanwhile.
  const living = await Promise.all(children.map((child) => processorSeconds(Number(child)).catch(() => 0)));
  return living.reduce((sum, seconds) => sum + seconds, ended + (await processorSeconds(pid)));
}

/** The process that started `pid`. */
export async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1]);
}

/** Processor time of everything that runs on this machine, in seconds. */
export async function processorSecondsOfMachine(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softIrq + steal) / TICKS_PER_SECOND;
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
