import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  resolve: { tsconfigPaths: true },
  build: { assetsInlineLimit: 0 },
  environments: {
    ssr: {
      build: { rolldownOptions: { input: './app/server.ts' } },
      // The server build carries its dependencies: React's production build, whatever NODE_ENV says at run time.
      resolve: command === 'build' ? { noExternal: true } : {},
    },
  },
}));
