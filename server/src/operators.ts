import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { addOperator, sayFirstAccess } from './hosting/commands/add-operator.ts';
import { addAdministrator, endAdministrator } from './hosting/commands/administrators.ts';
import { resumeOperator, suspendOperator } from './hosting/commands/change-state.ts';
import { closeOperator } from './hosting/commands/close-operator.ts';
import type { CommandContext } from './hosting/commands/context.ts';
import { addDomain, removeDomain } from './hosting/commands/domains.ts';
import { exportOperator } from './hosting/commands/export-operator.ts';
import { importOperator } from './hosting/commands/import-operator.ts';
import { withHost } from './hosting/commands/open-context.ts';
import { listOperators, showOperator } from './hosting/commands/show-operators.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';

const USAGE = `Usage: npm run operators -- COMMAND
  list
  add SLUG --name "NAME" [--domain DOMAIN]
  show SLUG
  code SLUG                                    another code for its first administrator
  suspend SLUG                                 its pages answer 503, nothing is deleted
  resume SLUG
  domain add SLUG DOMAIN [--primary]
  domain remove SLUG DOMAIN
  export SLUG [FILE]
  import FILE SLUG --name "NAME" [--domain DOMAIN]
  move SLUG --to postgresql://USER:PASSWORD@HOST:PORT/DATABASE
  close SLUG                                   deletes it, once it is suspended and exported
  admin add E-MAIL                             somebody for the host's page; again: a new password
  admin remove E-MAIL`;

// npm changes to the project's folder: file names are those of the caller's.
const here = process.env.INIT_CWD ?? process.cwd();
const text = { type: 'string' } as const;

type Options = {
  name?: string | undefined;
  domain?: string | undefined;
  to?: string | undefined;
  primary?: boolean | undefined;
};
type Command = (context: CommandContext, words: string[], options: Options) => Promise<void>;

const commands: Record<string, { words: [fewest: number, most: number]; run: Command }> = {
  list: { words: [0, 0], run: listOperators },
  add: { words: [1, 1], run: (context, [slug], { name, domain }) => addOperator(context, { slug, name, domain }) },
  show: { words: [1, 1], run: (context, [slug]) => showOperator(context, slug) },
  code: { words: [1, 1], run: (context, [slug]) => sayFirstAccess(context, slug) },
  suspend: { words: [1, 1], run: (context, [slug]) => suspendOperator(context, slug) },
  resume: { words: [1, 1], run: (context, [slug]) => resumeOperator(context, slug) },
  'domain add': {
    words: [2, 2],
    run: (context, [slug, domain], { primary = false }) => addDomain(context, slug, domain, primary),
  },
  'domain remove': { words: [2, 2], run: (context, [slug, domain]) => removeDomain(context, slug, domain) },
  export: {
    words: [1, 2],
    run: (context, [slug, file]) => exportOperator(context, slug, (usual) => resolve(here, file ?? usual)),
  },
  import: {
    words: [2, 2],
    run: (context, [file = '', slug], { name, domain }) =>
      importOperator(context, {
        ...{ slug, name, domain },
        file: resolve(here, file),
        identityFile: identityOf(context),
      }),
  },
  move: {
    words: [1, 1],
    async run(context, [slug], { to }) {
      // Loaded on demand: it loads all of the product.
      const { moveOperator } = await import('./hosting/commands/move-operator.ts');
      await moveOperator(context, slug, to);
    },
  },
  close: { words: [1, 1], run: (context, [slug]) => closeOperator(context, slug) },
  'admin add': { words: [1, 1], run: (context, [email = '']) => addAdministrator(context, email) },
  'admin remove': { words: [1, 1], run: (context, [email = '']) => endAdministrator(context, email) },
};

function identityOf({ config: { backupIdentity } }: CommandContext): string | undefined {
  return backupIdentity && resolve(here, backupIdentity);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { name: text, domain: text, to: text, primary: { type: 'boolean' } },
    });
    const length = ['domain', 'admin'].includes(positionals[0] ?? '') ? 2 : 1;
    const command = commands[positionals.slice(0, length).join(' ')];
    const words = positionals.slice(length);
    if (!command || words.length < command.words[0] || words.length > command.words[1]) throw new Error();
    return { run: command.run, words, options: values };
  } catch {
    throw new StartError(USAGE);
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question, { signal: AbortSignal.timeout(10 * 60_000) });
  } finally {
    terminal.close();
  }
}

// Manages the operators of a host, with or without a running server.
await runCommand(async () => {
  const { run, words, options } = readArguments();
  const terminal = { say: (line: string) => console.log(line), ask };
  await withHost(readConfig(process.env), terminal, (context) => run(context, words, options));
});
