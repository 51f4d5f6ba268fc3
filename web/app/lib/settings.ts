import type { PublicSettings } from '@passeio/contract/operator/settings';
import { useRouteLoaderData } from 'react-router';

/** The operator's settings that every page needs, without the two long texts. */
export interface Brand extends Omit<PublicSettings, 'contactHtml' | 'cancellationPolicyHtml'> {
  /** Formatted numbers; empty if not set. */
  shown: { phone: string; whatsapp: string; cnpj: string };
}

/** Data of the root loader. */
export interface RootData {
  settings: Brand;
  /** The operator's accent colour as custom properties (contract/src/operator/accent.ts). */
  colors: Record<`--${string}`, string>;
  origin: string;
}

/** The operator's settings from the root loader. */
export function useSettings(): Brand {
  const root = useRouteLoaderData<RootData>('root');
  if (!root) throw new Error('settings asked for before the root has loaded');
  return root.settings;
}

/** The site's origin. */
export function useOrigin(): string {
  return useRouteLoaderData<RootData>('root')?.origin ?? '';
}

let isExpired = false;

/** Makes the next navigation reload the settings, after they were saved from here. */
export function expireSettings(): void {
  isExpired = true;
}

export function areSettingsExpired(): boolean {
  return isExpired;
}

export function renewSettings(): void {
  isExpired = false;
}
