import * as build from 'virtual:react-router/server-build';
import type { WebHandler } from '@passeio/contract/web-handler';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { createApi } from './lib/api';
import { apiContext, buildContext, nonceContext } from './lib/render.server';

// 'production' whatever the environment: no detail of an error may reach a visitor.
const handle = createRequestHandler(build, 'production');

const render: WebHandler = (request, { apiFetch, nonce }) => {
  const context = new RouterContextProvider();
  context.set(apiContext, createApi({ fetch: apiFetch }));
  context.set(nonceContext, nonce);
  context.set(buildContext, build.assets.version);
  return handle(request, context);
};

export default render;
