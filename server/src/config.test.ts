import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

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

  it('is manual in production and in tests, and the demonstration bank where the demonstration runs', () => {
    expect(kindOf({ ...production })).toBe('manual');
    expect(kindOf({ NODE_ENV: 'test' })).toBe('manual');
    expect(readConfig({ PORT: '4000' }).payments).toEqual({ kind: 'demo-bank', pagePort: 4001 });
    expect(readConfig({ DEMO_BANK_PORT: '4100' }).payments).toEqual({ kind: 'demo-bank', pagePort: 4100 });
  });

  it('never is the demonstration bank in production', () => {
    expect(() => kindOf({ ...production, PAYMENTS: 'demo-bank' })).toThrow(/PAYMENTS=demo-bank is for demonstrations/);
  });

  it('has cards by Mercado Pago, in the demonstration, or not at all', () => {
    const cardsOf = (env: NodeJS.ProcessEnv) => readConfig(env).cards;
    expect(cardsOf({ ...production })).toEqual({ kind: 'none' });
    expect(cardsOf({ NODE_ENV: 'test' })).toEqual({ kind: 'none' });
    expect(cardsOf({ PAYMENTS: 'manual' })).toEqual({ kind: 'none' });
    expect(cardsOf({ PORT: '4000' })).toEqual({ kind: 'demo-cards', port: 4002 });
    expect(() => cardsOf({ ...production, CARD_PAYMENTS: 'demo-cards' })).toThrow(/is for demonstrations only/);

    const tokens = { MERCADO_PAGO_ACCESS_TOKEN: 'APP_USR-0123', MERCADO_PAGO_WEBHOOK_SECRET: 'secret-0123' };
    const configured = { ...production, CARD_PAYMENTS: 'mercado-pago', ...tokens };
    expect(cardsOf(configured)).toMatchObject({ kind: 'mercado-pago', apiUrl: 'https://api.mercadopago.com' });
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
    ['PIX_KEY', 'x'.repeat(78), 'use at most 77 characters'],
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
