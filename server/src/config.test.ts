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
