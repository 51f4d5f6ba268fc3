import { processorSeconds, runTool } from './tools.ts';

/**
 * The result of a load test; times in milliseconds, processor time of the server in milliseconds per 1,000 requests.
 */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  cpuPerThousand: number;
}

/**
 * Loads `url` over `connections` for `seconds`, and measures the process that serves it. `script` is a wrk script, a
 * header is as in "Accept: text/html". Throws if any response is not successful, or comes after `timeout` seconds.
 */
export async function load(
  url: string,
  pid: number,
  {
    connections,
    seconds,
    script,
    header,
    timeout = 2,
  }: { connections: number; seconds: number; script?: string; header?: string; timeout?: number },
): Promise<Load> {
  const before = await processorSeconds(pid);
  const output = await runTool('wrk', 'wrk', [
    ...[
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '--timeout',
      `${timeout}s`,
      '-H',
      'Accept-Encoding: br',
    ],
    ...(script ? ['-s', script] : []),
    ...(header ? ['-H', header] : []),
    url,
  ]);
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url}: ${output}`);
  const requests = Number(/(\d+) requests in/.exec(output)?.[1]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50: milliseconds(/50%\s+([\d.]+\w+)/.exec(output)?.[1]),
    p99: milliseconds(/99%\s+([\d.]+\w+)/.exec(output)?.[1]),
    cpuPerThousand: (((await processorSeconds(pid)) - before) * 1_000_000) / requests,
  };
}

function milliseconds(text = ''): number {
  const value = Number.parseFloat(text);
  if (text.endsWith('us')) return value / 1000;
  return text.endsWith('ms') ? value : value * 1000;
}
