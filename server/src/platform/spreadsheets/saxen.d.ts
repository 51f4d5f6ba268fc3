declare module 'saxen' {
  type Decode = (text: string) => string;

  /** A parser of XML that calls back for each part. */
  export class Parser {
    on(
      part: 'openTag',
      call: (name: string, readAttributes: () => Record<string, string>, decode: Decode, isEmpty: boolean) => void,
    ): this;
    on(part: 'closeTag', call: (name: string) => void): this;
    on(part: 'text', call: (text: string, decode: Decode) => void): this;
    on(part: 'cdata', call: (text: string) => void): this;
    on(part: 'error', call: (error: Error) => void): this;
    parse(xml: string): this;
  }
}
