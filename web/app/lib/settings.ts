import type { PublicSettings } from '@passeio/contract/settings';
import { useRouteLoaderData } from 'react-router';

/** The operator's brand on every page; the two long texts travel only to the pages that show them. */
export interface Brand extends Omit<PublicSettings, 'contactHtml' | 'cancellationPolicyHtml'> {
  /** Numbers as people write them; empty where there is none. */
  shown: { phone: string; whatsapp: string; cnpj: string };
}

/** What the root loader brings: the brand and the site's own public address. */
export interface RootData {
  settings: Brand;
  /** The operator's accent colour as custom properties (contract/src/accent.ts). */
  colors: Record<`--${string}`, string>;
  origin: string;
}

/** The operator's settings; for pages below a root that has loaded. */
export function useSettings(): Brand {
  const root = useRouteLoaderData<RootData>('root');
  if (!root) throw new Error('settings asked for before the root has loaded');
  return root.settings;
}

/** The site's own public address, without a slash at its end. */
export function useOrigin(): string {
  return useRouteLoaderData<RootData>('root')?.origin ?? '';
}

let isExpired = false;

/** The operator has been changed from here: the next look at any page brings the settings anew. */
export function expireSettings(): void {
  isExpired = true;
}

/** Whether the settings at hand are out of date. */
export function areSettingsExpired(): boolean {
  return isExpired;
}

/** New settings have arrived. */
export function renewSettings(): void {
  isExpired = false;
}
