import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** React and the router change with our dependencies only: one file that browsers keep through our own releases. */
const framework = /node_modules\/(react|react-dom|scheduler|react-router|zustand)\//;
/** What the pages of every audience share; many small files would cost more than they save. */
const shared =
  /web\/app\/(ui\/(?!mantine)|lib\/(formats|nonce|page-meta|settings|trusted-html)\.ts|features\/session\/(installation|presence)\.)|contract\/src\/paths/;

export default defineConfig(({ command }) => ({
  plugins: [reactRouter()],
  resolve: { tsconfigPaths: true },
  build: { assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 2 },
                { name: 'shared', test: shared, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './app/server.ts' } },
      // The server build carries its dependencies: React's production build, whatever NODE_ENV says at run time.
      resolve: command === 'build' ? { noExternal: true } : {},
    },
  },
}));
