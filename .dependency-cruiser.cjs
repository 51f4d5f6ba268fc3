const layer = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** The folders are the architecture: who may import whom. Everything not allowed here fails the build. */
module.exports = {
  forbidden: [
    layer('no-circular', {}, { circular: true }, 'Files in a cycle cannot be understood one by one.'),
    layer(
      'no-unresolved-import',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
      'An import must resolve to a file.',
    ),
    layer(
      'no-imports-of-server-in-web',
      { path: '^web/' },
      { path: '^server/' },
      'The web knows the server only through the contract.',
    ),
    layer(
      'no-imports-of-web-in-server',
      { path: '^server/' },
      { path: '^web/' },
      'The server loads the built web by its path.',
    ),
    layer(
      'contract-imports-zod-only',
      { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^contract/src', '^node_modules/(zod|@brazilian-utils)/'] },
      'The contract imports only zod and @brazilian-utils, so that browser and server can share it.',
    ),
    layer(
      'no-imports-of-adapters',
      { path: '^server/src', pathNot: ['^server/src/(main|adapters)\\.ts$', '^server/src/ports/', '\\.test\\.ts$'] },
      { path: '^server/src/ports/[^/]+/(?!port\\.ts$)' },
      'Only adapters.ts, main.ts and tests import adapters; other code imports the port.',
    ),
    layer(
      'no-imports-of-domains-in-platform',
      { path: '^server/src/(platform|ports)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/(domains|demo|app|main)' },
      'Domains import the platform, never the reverse.',
    ),
    layer(
      'domains-import-index-only',
      { path: '^server/src/domains/([^/]+)/' },
      { path: '^server/src/domains/', pathNot: ['^server/src/domains/$1/', '^server/src/domains/[^/]+/index\\.ts$'] },
      'A domain imports another domain only through its index.ts.',
    ),
    layer(
      'no-imports-of-files-beside-folders',
      { path: '^server/src/domains/([^/]+)/[^/]+/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/$1/[^/]+\\.ts$' },
      'Files directly in a domain are its top (routes, index): they import its folders, never the reverse.',
    ),
    layer(
      'no-upward-imports-in-settings-and-users',
      { path: '^server/src/domains/(settings|users)/' },
      { path: '^server/src/domains/(trips|inventory|waiting-list|reservations|reminders|payments|manifest)/' },
      'manifest, payments -> reservations -> waiting-list -> inventory -> trips -> users, settings; never the reverse.',
    ),
    layer(
      'inventory-imports-trips-and-discounts-only',
      { path: '^server/src/domains/inventory/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/(?!discounts/|inventory/|trips/)' },
      'inventory checks places, also those kept for coupons; every domain that takes places imports it.',
    ),
    layer(
      'book-imports-no-domain',
      { path: '^server/src/domains/book/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/(?!book/)' },
      'payments, reservations -> book: what must go back and which charges end follows from sums that others compute.',
    ),
    layer(
      'no-upward-imports-in-waiting-list',
      { path: '^server/src/domains/waiting-list/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/(reservations|payments|manifest)/' },
      'reservations -> waiting-list -> inventory: an offer is a reservation, which only reservations creates.',
    ),
    layer(
      'no-imports-of-payments',
      {
        path: '^server/src/domains/(?!payments/|departures/|imports/|privacy/|reports/)',
        pathNot: '\\.test\\.ts$',
      },
      { path: '^server/src/domains/payments/' },
      'departures, imports, privacy, reports -> payments -> reservations, never the reverse: reservations queries the amounts that it shows itself.',
    ),
    layer(
      'no-imports-of-reminders',
      { path: '^server/src/domains/(?!reminders/|email-facts/)', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/reminders/' },
      'email-facts -> reminders -> reservations: both read what the other domains write.',
    ),
    layer(
      'no-imports-of-manifest',
      { path: '^server/src/domains/(?!manifest/)' },
      { path: '^server/src/domains/manifest/' },
      'The passenger list reads what other domains write; no domain depends on it.',
    ),
    layer(
      'no-imports-of-boarding',
      { path: '^server/src/domains/(?!boarding/)' },
      { path: '^server/src/domains/boarding/' },
      'boarding -> reservations, trips, settings: attendance is written to the participant by the database.',
    ),
    layer(
      'audit-imports-settings-only',
      { path: '^server/src/domains/audit/' },
      { path: '^server/src/domains/', pathNot: '^server/src/domains/(audit|settings)/' },
      'audit -> settings, for the time zone; entries are written through platform/audit/audit.ts.',
    ),
    layer(
      'no-upward-imports-in-trips',
      { path: '^server/src/domains/trips/' },
      { path: '^server/src/domains/(inventory|reservations|payments|manifest)/' },
      'reservations -> inventory -> trips, never the reverse.',
    ),
    layer(
      'no-imports-of-departures',
      { path: '^server/src/domains/(?!departures/)', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/departures/' },
      'departures changes reservations and payments; no domain depends on it.',
    ),
    layer(
      'no-imports-of-overview',
      { path: '^server/src/domains/(?!overview/)' },
      { path: '^server/src/domains/overview/' },
      'overview -> settings; it reads what other domains write, and no domain depends on it.',
    ),
    layer(
      'no-imports-of-search',
      { path: '^server/src/domains/(?!search/)' },
      { path: '^server/src/domains/search/' },
      'search -> reservations, trips, users; it reads what other domains write, and no domain depends on it.',
    ),
    layer(
      'no-imports-of-reports',
      { path: '^server/src/domains/(?!reports/)' },
      { path: '^server/src/domains/reports/' },
      'reports -> payments, trips, settings; it reads what other domains write, and no domain depends on it.',
    ),
    layer(
      'no-imports-of-routes-in-queries',
      { path: '\\.queries\\.ts$' },
      { path: '\\.(routes|policy|present)\\.ts$' },
      'A query function takes the database and returns rows.',
    ),
    layer(
      'no-imports-between-features',
      { path: '^web/app/features/([^/]+)/' },
      { path: '^web/app/features/', pathNot: ['^web/app/features/$1/', '^web/app/features/session/'] },
      'A feature imports no other feature, except session.',
    ),
    layer(
      'no-imports-of-routes',
      { path: '^web/app/(features|ui|lib)/' },
      { path: '^web/app/(routes/|root|routes\\.ts)' },
      'routes -> features -> ui, lib.',
    ),
    layer(
      'no-imports-of-features-in-ui',
      { path: '^web/app/(ui|lib)/' },
      { path: '^web/app/features/' },
      'features -> ui, lib; never the reverse.',
    ),
    layer(
      'no-imports-of-server-files-in-browser',
      {
        path: '^web/app/',
        pathNot: '(\\.server\\.tsx?|app/(entry\\.server|root)\\.tsx|app/server\\.ts)$|^web/app/routes/',
      },
      { path: '\\.server\\.tsx?$' },
      'Files named *.server.ts run on the server only; in route modules only loaders use them.',
    ),
    layer(
      'no-imports-of-tests',
      { pathNot: '(\\.test\\.tsx?|/test/)' },
      { path: '\\.test\\.tsx?$' },
      'Shared code for tests lives in a test folder.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^web/build|\\.react-router|\\+types)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.json'],
    },
  },
};
