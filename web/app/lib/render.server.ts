import { accentProperties } from '@passeio/contract/operator/accent';
import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import type { RenderContext } from '@passeio/contract/web-handler';
import { createContext, data } from 'react-router';
import { type Api, ApiError } from './api';
import { formatContact, formatDocumentCnpj } from './number-formats';
import type { RootData } from './settings';

/** API client for rendering on the server, without credentials. */
export const apiContext = createContext<Api>();

/** CSP nonce of the page being rendered. */
export const nonceContext = createContext<string>();

/** What goes wrong while a page is rendered. */
export const failureContext = createContext<Pick<RenderContext, 'requestId' | 'onError'>>();

/** Version of the web build. */
export const buildContext = createContext<string>();

/** The answer of a loader's call; an ApiError becomes a response with its status and message. */
export async function loaded<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw data({ message: error.message, requestId: error.requestId }, { status: error.status || 503 });
  }
}

/** Data of the root, which every page needs. */
export async function readRoot(api: Api, origin: string): Promise<RootData> {
  const settings = await loaded(api.call(publicSettingsRoutes.read));
  const { contactHtml, cancellationPolicyHtml, ...brand } = settings;
  const { phone, whatsapp, cnpj } = brand;
  const shown = {
    phone: phone && formatContact(phone),
    whatsapp: whatsapp && formatContact(whatsapp),
    cnpj: cnpj && formatDocumentCnpj(cnpj),
  };
  return { settings: { ...brand, shown }, colors: accentProperties(brand.accentColor), origin };
}
