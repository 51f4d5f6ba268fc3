import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variables } from './config.ts';

const storageOf = (url: string) => readConfig({ STORAGE_URL: url }).storage;

describe('STORAGE_URL', () => {
  it('names the endpoint, the region, the bucket and the key', () => {
    expect(storageOf('s3://AKIA1:se%2Fcr+et@s3.sa-east-1.amazonaws.com/fotos?region=sa-east-1')).toEqual({
      endpoint: 'https://s3.sa-east-1.amazonaws.com',
      region: 'sa-east-1',
      bucket: 'fotos',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'se/cr+et',
    });
    expect(storageOf('s3://k:s@127.0.0.1:9000/fotos?tls=off')).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
    });
  });

  it('is not needed', () => {
    expect(storageOf('')).toBeUndefined();
  });

  it.each([
    's3://host/fotos',
    's3://k@host/fotos',
    's3://k:s@host',
    's3://k:s/e@host/fotos',
    's3://k:%zz@host/fotos',
    's3://k:s@host:99999/fotos',
    's3://k:s@host/fotos/sub',
    's3://k:s@host/fotos?ssl=off',
    'https://k:s@host/fotos',
  ])('is refused with the form that it must have: %s', (url) => {
    expect(() => storageOf(url)).toThrow(ConfigError);
    expect(() => storageOf(url)).toThrow(/STORAGE_URL: use s3:\/\/KEY:SECRET@HOST\/BUCKET/);
  });
});

describe('DATABASE_URL', () => {
  const urlOf = (url: string) => readConfig({ DATABASE_URL: url }).databaseUrl;

  it('names one host or several', () => {
    for (const url of [
      'postgres://u:p@host/db',
      'postgresql://u:p@um:5432,dois:5432/db?target_session_attrs=read-write',
    ])
      expect(urlOf(url)).toBe(url);
  });

  it.each(['mysql://u@host/db', 'host', 'postgresql://u@um:5432,dois:99999/db'])('is refused: %s', (url) => {
    expect(() => urlOf(url)).toThrow(/DATABASE_URL: use postgresql:/);
  });
});

describe('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET', () => {
  const complete = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'segredo' };
  const googleOf = (more: object) => readConfig({ ...complete, ...more }).google;

  it('are both needed, or neither', () => {
    expect(googleOf({})).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: complete.GOOGLE_CLIENT_ID,
      clientSecret: 'segredo',
    });
    expect(googleOf({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' })).toBeUndefined();
    for (const name of Object.keys(complete)) {
      expect(() => googleOf({ [name]: '' })).toThrow(/both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET/);
    }
  });

  it('are of a provider that answers over HTTPS, or on this machine', () => {
    for (const issuer of ['https://id.example/realm', 'http://127.0.0.1:9000', 'http://localhost:9000'])
      expect(googleOf({ GOOGLE_ISSUER: issuer })).toMatchObject({ issuer });
    for (const issuer of ['http://id.example', 'http://127.0.0.1.example', 'https://id.example?x=1', 'ftp://x', 'x'])
      expect(() => googleOf({ GOOGLE_ISSUER: issuer })).toThrow(/GOOGLE_ISSUER: use https/);
  });
});

describe('PAYMENTS', () => {
  const complete = {
    PAYMENTS: 'pix-api',
    PIX_API_URL: 'https://pix.example.com/v2',
    PIX_TOKEN_URL: 'https://pix.example.com/oauth/token',
    PIX_CLIENT_ID: 'id',
    PIX_CLIENT_SECRET: 'secret',
    PIX_CERTIFICATE: 'bank.pem',
    PIX_KEY: 'pix@example.com',
  };
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://example.com' };
  const kindOf = (env: NodeJS.ProcessEnv) => readConfig(env).payments.kind;

  it('is manual unless it says another thing', () => {
    for (const env of [production, { NODE_ENV: 'test' }, {}]) expect(kindOf(env)).toBe('manual');
  });

  it('never is the demonstration bank in production', () => {
    expect(() => kindOf({ ...production, PAYMENTS: 'demo-bank' })).toThrow(/PAYMENTS=demo-bank is for demonstrations/);
  });

  it('has cards by Mercado Pago, in the demonstration, or not at all', () => {
    const cardsOf = (env: NodeJS.ProcessEnv) => readConfig(env).cards;
    expect(cardsOf({ ...production })).toEqual([]);
    expect(cardsOf({})).toEqual([]);
    expect(() => cardsOf({ ...production, CARD_PAYMENTS: 'demo-cards' })).toThrow(/is for demonstrations only/);

    const tokens = { MERCADO_PAGO_ACCESS_TOKEN: 'APP_USR-0123', MERCADO_PAGO_WEBHOOK_SECRET: 'secret-0123' };
    const configured = { ...production, CARD_PAYMENTS: 'mercado-pago', ...tokens };
    expect(cardsOf(configured)).toMatchObject([{ kind: 'mercado-pago', apiUrl: 'https://api.mercadopago.com' }]);
    expect(cardsOf({ ...tokens, CARD_PAYMENTS: 'demo-cards,mercado-pago' }).map(({ kind }) => kind)).toEqual([
      'demo-cards',
      'mercado-pago',
    ]);
    for (const name of Object.keys(tokens)) {
      expect(() => cardsOf({ ...configured, [name]: '' })).toThrow(/needs MERCADO_PAGO_ACCESS_TOKEN and/);
    }
    expect(() => cardsOf({ ...configured, MERCADO_PAGO_URL: 'http://localhost:4002' })).toThrow(
      /must begin with https/,
    );
  });

  it.each(['PIX_API_URL', 'PIX_TOKEN_URL', 'PIX_CLIENT_ID', 'PIX_CERTIFICATE', 'PIX_KEY'])(
    'names %s when a bank needs it',
    (name) => {
      expect(kindOf({ ...production, ...complete })).toBe('pix-api');
      expect(() => kindOf({ ...production, ...complete, [name]: '' })).toThrow(`PAYMENTS=pix-api needs ${name}`);
    },
  );

  it('names what has another form', () => {
    expect(() => kindOf({ PAYMENTS: 'paypal' })).toThrow('PAYMENTS: use manual, pix-api, or demo-bank');
    expect(() => kindOf({ ...complete, PIX_API_URL: 'http://pix.example.com' })).toThrow(/PIX_API_URL: use https/);
    expect(() => kindOf({ ...complete, PIX_WEBHOOK_SECRET: 'short' })).toThrow(/PIX_WEBHOOK_SECRET: use 32 to 100/);
  });

  it('needs one secret for all servers of a database', () => {
    const servers = {
      ...production,
      ...complete,
      DATABASE_URL: 'postgresql://u@h/db',
      IDENTITY_SECRET: 'x'.repeat(32),
    };
    expect(() => kindOf(servers)).toThrow(/PIX_WEBHOOK_SECRET must be set when DATABASE_URL is/);
    expect(kindOf({ ...servers, PIX_WEBHOOK_SECRET: 'a'.repeat(40) })).toBe('pix-api');
  });
});

describe('an invalid value', () => {
  it.each([
    ['NODE_ENV', 'prod', 'use development, production, or test'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'use http://HOST:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'use a number from 0 to 1'],
    ['LOG_LEVEL', 'verbose', 'use trace, debug, info, warn, error, or silent'],
    ['RATE_LIMITS', 'no', 'use on or off'],
    ['IDENTITY_PROVIDER', 'auth0', 'use embedded or firebase'],
    ['PORT', 'http', 'use a whole number from 0 to 65535'],
    ['PORT', '70000', 'use a whole number from 0 to 65535'],
    ['DEMO_BANK_PORT', '1.5', 'use a whole number from 0 to 65535'],
    ['DRAIN_SECONDS', '-1', 'use a whole number from 0 to 300'],
    ['PUBLIC_URL', 'passeios.example.com', 'use https://HOST'],
    ['SMTP_URL', 'smtp.example.com', 'use smtps://USER:PASSWORD@HOST'],
    ['IDENTITY_SECRET', 'short', 'use at least 32 characters'],
    ['PIX_KEY', 'x'.repeat(78), 'use a CPF, CNPJ, e-mail, telephone or random key'],
  ])('of %s is refused with what it may be: %s', (name, value, hint) => {
    expect(() => readConfig({ [name]: value })).toThrow(`Invalid settings in the environment:\n  ${name}: ${hint}`);
  });
});

describe('public keys of backups', () => {
  const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
  const read = (keys: string) => readConfig({ BACKUP_RECIPIENTS: keys }).backupRecipients;

  it('may be several', () => {
    expect(read(RECIPIENT)).toEqual([RECIPIENT]);
    expect(read(`${RECIPIENT},${RECIPIENT}`)).toHaveLength(2);
    expect(read('')).toEqual([]);
  });

  it.each([
    ['the last letter is another one', RECIPIENT.replace(/p$/, 'q'), 1],
    ['a letter is missing', RECIPIENT.replace('3z', 'z'), 1],
    ['the second one is cut', `${RECIPIENT},${RECIPIENT.slice(0, 30)}`, 2],
    ['there is a comma too many', `${RECIPIENT},`, 2],
    ['there is a space', `${RECIPIENT}, ${RECIPIENT}`, 2],
    ['it is of SSH', 'ssh-ed25519 AAAA', 1],
  ])('are refused where %s', (_, keys, number) => {
    expect(() => read(keys)).toThrow(`BACKUP_RECIPIENTS: key ${number} is no public key of age: copy all`);
  });

  it('are not repeated, because a secret key may be among them', () => {
    const secret = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
    expect(() => read(secret)).toThrow(expect.not.objectContaining({ message: expect.stringContaining('QQQ') }));
  });
});

const NUMBERS = ['x', ' ', '-1', '1.5', '1e3', '0x50', '70000', '999999999999', '80 ', 'NaN'];
const WORDS = ['x', ' ', '0', 'true', 'ON', 'on,off', 'on ', '\n'];
const HOSTS = [' ', 'a b', 'http://host', 'host:80', '1.2.3', '1.2.3.999', 'a_b', '-a', 'a\nb', '::g'];
const TEXTS = [' ', ' x', 'x ', 'a\nb', 'a\rb', 'a\tb', '\u0000', 'x'.repeat(5_000)];
const WEB = [
  'x',
  ' ',
  'host',
  '//host',
  'https://',
  'ftp://host',
  'https://a b',
  'https://u:p@host',
  'https://host:99999',
];
const PARTS = ['https://host?x=1', 'https://host#x', 'https://ho\nst', 'https://host:0'];
const BUCKETS = [
  'x',
  ' ',
  's3://',
  's3://k:s@host',
  'https://k:s@host/b',
  's3://k@host/b',
  's3://k:s@host/b?x=1',
  's3://k:s@host/b\n',
];
const KEYS = [
  'x',
  ' ',
  'A'.repeat(43),
  '_'.repeat(43),
  'a'.repeat(42),
  'a'.repeat(44),
  `${'a'.repeat(42)}=`,
  'á'.repeat(43),
];

/** Values with which no start succeeds. */
const invalid: Record<string, string[]> = {
  NODE_ENV: ['prod', 'Production', ...WORDS],
  PORT: NUMBERS,
  HOST: HOSTS,
  DATA_DIR: TEXTS,
  DATABASE_URL: [
    ...['x', ' ', 'postgresql://', 'postgresql://host', 'postgresql://host/', 'mysql://u@h/db', 'postgresql:///db'],
    ...[
      'postgresql://u@h:99999/db',
      'postgresql://u@h:0/db',
      'postgresql://u:%zz@h/db',
      'postgresql://u@h/d b',
      'postgresql://u@h/db?sslmode=on',
    ],
  ],
  STORAGE_URL: BUCKETS,
  BACKUP_STORAGE_URL: BUCKETS,
  BACKUP_RECIPIENTS: ['x', ' ', 'AGE1x', 'age1', 'age1x,', 'age1x age1y', 'age1x;age1y', 'age1x\n'],
  BACKUP_IDENTITY: TEXTS,
  BACKUP_DAYS: [...NUMBERS, '366'],
  PUBLIC_URL: [...WEB, ...PARTS, 'https://host/path', 'mailto:a@host'],
  IDENTITY_SECRET: ['x', 'x'.repeat(31), ' '.repeat(40), `${'x'.repeat(40)}\n`, `x${' '.repeat(40)}`, ...TEXTS],
  IDENTITY_SECRET_BEFORE: [' ', ...TEXTS],
  CONNECTIONS_TO_PRIVATE: WORDS,
  PUSH_KEY: KEYS,
  IDENTITY_PROVIDER: WORDS,
  FIREBASE_PROJECT_ID: ['x', ' ', 'A-b-c', 'a_bcd', 'a b c d', 'https://x', 'a'.repeat(41), 'abcd\n'],
  FIREBASE_API_KEY: [' ', 'a b', 'a"b', 'a/b', 'á', 'a\nb', 'a,b', 'x'.repeat(101)],
  FIREBASE_AUTH_DOMAIN: [...HOSTS, 'host/path'],
  FIREBASE_AUTH_EMULATOR_HOST: [
    'x',
    ' ',
    'host',
    ':80',
    'host:',
    'host:x',
    'host:0',
    'host:99999',
    'http://host:80',
    'h:80\n',
  ],
  HOSTING: WORDS,
  HOSTING_DATABASE_URL: [
    ...['x', ' ', 'postgresql://', 'postgresql://host', 'postgresql://host/', 'mysql://u@h/db', 'postgresql:///db'],
    'postgresql://u@h:99999/db',
  ],
  HOSTING_DOMAIN: HOSTS,
  HOSTING_KEY: [
    'x',
    ' ',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}=`,
    `${'a'.repeat(42)}á`,
    `${'a'.repeat(43)}\n`,
    '""',
  ],
  HOSTING_SIGNUP: WORDS,
  HOSTING_AWAKE: NUMBERS,
  HOSTING_IDLE_MINUTES: NUMBERS,
  HOSTING_CONNECTIONS: NUMBERS,
  HOSTING_CONNECTIONS_EACH: NUMBERS,
  GOOGLE_CLIENT_ID: TEXTS,
  GOOGLE_CLIENT_SECRET: TEXTS,
  GOOGLE_ISSUER: [...WEB, ...PARTS, 'http://id.example'],
  SMTP_URL: [
    ...['x', ' ', 'smtp://', 'smtps://', 'smtp://:25', 'smtp://u:p@', 'smtp.example.com', 'https://host', 'smtp://a b'],
    ...['smtp://host:0', 'smtp://host:99999', 'smtp://u:%zz@host', 'smtp://host/x', 'smtp://host\n'],
  ],
  MAIL_FROM: [
    ...['x', ' ', '@host', 'a@', 'a@b@c', 'a b@host', 'Ana <a@host', 'Ana a@host>', '<>', 'a@host, b@host'],
    ...['Ana\nBcc: x@y.example <a@host>', 'a@host\n', 'Ana\r <a@host>', 'Ana, Rui <a@host>', 'Ana <a@host> x'],
  ],
  NFSE_CERTIFICATE: TEXTS,
  NFSE_CERTIFICATE_PASSWORD: ['a\nb', 'a\rb', 'a\tb', '\n', '\u0000', 'a\u0007', 'x\n', 'x'.repeat(301)],
  NFSE_URL: [...WEB, ...PARTS, 'http://host'],
  PAYMENTS: WORDS,
  PIX_API_URL: [...WEB, ...PARTS, 'http://host'],
  PIX_TOKEN_URL: [...WEB, ...PARTS, 'http://host'],
  PIX_CLIENT_ID: TEXTS,
  PIX_CLIENT_SECRET: TEXTS,
  PIX_CERTIFICATE: TEXTS,
  PIX_CERTIFICATE_PASSWORD: ['a\nb', 'a\rb', 'a\tb', '\n', '\u0000', 'a\u0007', 'x\n', 'x'.repeat(301)],
  PIX_KEY: ['x', ' ', '123', '529.982.247-26', 'a@', '@b', 'x'.repeat(78), 'a@host\n', '00000000000'],
  PIX_WEBHOOK_SECRET: [
    'x',
    ' ',
    'a'.repeat(31),
    'a'.repeat(101),
    `${'a'.repeat(40)}/`,
    `${'a'.repeat(40)}\n`,
    `${'a'.repeat(40)}á`,
    `a b${'a'.repeat(40)}`,
  ],
  DEMO_BANK_PORT: NUMBERS,
  CARD_PAYMENTS: [...WORDS, 'mercado-pago,none', 'demo-cards,demo-cards', 'demo-cards,'],
  MERCADO_PAGO_ACCESS_TOKEN: ['short', 'a b c d e f g', ...TEXTS],
  MERCADO_PAGO_WEBHOOK_SECRET: ['short', 'a b c d e f g', ...TEXTS],
  MERCADO_PAGO_URL: [...WEB, ...PARTS],
  TRUST_PROXY: [
    'x',
    ' ',
    'true',
    '-1',
    '11',
    '1.5',
    '10.0.0.0/4',
    '10.0.0.5,',
    '10.0.0.5;10.0.0.6',
    '0.0.0.0/0',
    '1.2.3',
  ],
  DRAIN_SECONDS: [...NUMBERS, '301'],
  METRICS_TOKEN: [
    'short',
    'x'.repeat(15),
    'x'.repeat(201),
    'a b'.repeat(10),
    ' '.repeat(20),
    'á'.repeat(20),
    `${'x'.repeat(20)}\n`,
    '\t'.repeat(20),
  ],
  METRICS_PORT: [...NUMBERS, '3000'],
  METRICS_HOST: HOSTS,
  OTEL_EXPORTER_OTLP_ENDPOINT: [...WEB, ...PARTS],
  OTEL_SERVICE_NAME: TEXTS,
  OTEL_TRACES_SAMPLER: WORDS,
  OTEL_TRACES_SAMPLER_ARG: ['x', ' ', '-1', '2', '1e-3', '0x1', '1.5', '0,5', '.', 'NaN'],
  LOG_LEVEL: WORDS,
  RATE_LIMITS: WORDS.filter((word) => word !== 'on'),
};

describe('a start', () => {
  it('knows values for each variable that it refuses', () => {
    expect(Object.keys(invalid).toSorted()).toEqual(variables.toSorted());
    for (const values of Object.values(invalid)) expect(values.length).toBeGreaterThanOrEqual(8);
  });

  it('explains each variable in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const named = readme
      .split('\n')
      .filter((row) => row.startsWith('| `'))
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named.filter((name) => variables.includes(name ?? '')).toSorted()).toEqual(variables.toSorted());
  });

  it.each(Object.entries(invalid).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'with %s=%j fails with a sentence that names it',
    (name, value) => {
      const start = () => readConfig({ [name]: value });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(new RegExp(`(^|\\s)${name}[:=]`));
    },
  );
});
