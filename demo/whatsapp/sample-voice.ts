import { readFileSync } from 'node:fs';

/** A voice message as a client sends it: three tones, as Opus in an Ogg file, which every browser plays. */
export const sampleVoice = (): Buffer => readFileSync(new URL('sample-voice.ogg', import.meta.url));
