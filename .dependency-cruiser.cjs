const layer = (name, from, to, comment) => ({ name, comment, severity: 'error', from, to });

/** The folders are the architecture: who may import whom. Everything not allowed here fails the build. */
module.exports = {
  forbidden: [
    layer('no-circular', {}, { circular: true }, 'A cycle has no order in which it can be understood.'),
    layer('no-orphan-import', {}, { couldNotResolve: true, pathNot: '^virtual:' }, 'What is imported must exist.'),
    layer(
      'web-and-server-are-apart',
      { path: '^web/' },
      { path: '^server/' },
      'The web knows the server by its contract only.',
    ),
    layer(
      'server-and-web-are-apart',
      { path: '^server/' },
      { path: '^web/' },
      'The server loads the built web by path.',
    ),
    layer(
      'contract-stands-alone',
      { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^contract/src', '^node_modules/(zod|@brazilian-utils)/'] },
      'The contract imports zod and the Brazilian formats, nothing else (docs/decisions/0002).',
    ),
    layer(
      'adapters-are-chosen-in-main',
      { path: '^server/src', pathNot: ['^server/src/(main|adapters)\\.ts$', '^server/src/ports/', '\\.test\\.ts$'] },
      { path: '^server/src/ports/[^/]+/(?!port\\.ts$)' },
      'Only adapters.ts, main.ts and tests know adapters; everyone else knows the port.',
    ),
    layer(
      'platform-knows-no-domain',
      { path: '^server/src/(platform|ports)/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/(domains|demo|app|main)' },
      'The platform carries the domains, it does not know them.',
    ),
    layer(
      'domains-meet-at-index',
      { path: '^server/src/domains/([^/]+)/' },
      { path: '^server/src/domains/', pathNot: ['^server/src/domains/$1/', '^server/src/domains/[^/]+/index\\.ts$'] },
      'A domain calls another one only through its index.ts.',
    ),
    layer(
      'domains-go-one-way',
      { path: '^server/src/domains/(settings|users)/' },
      { path: '^server/src/domains/(trips|inventory|waiting-list|reservations|reminders|payments|manifest)/' },
      'manifest, payments -> reservations -> waiting-list -> inventory -> trips -> users, settings; never back.',
    ),
    layer(
      'inventory-knows-trips-only',
      { path: '^server/src/domains/inventory/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/(?!inventory/|trips/)' },
      'The writer of places is below everything that takes them.',
    ),
    layer(
      'the-waiting-list-knows-no-reservations',
      { path: '^server/src/domains/waiting-list/', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/(reservations|payments|manifest)/' },
      'reservations -> waiting-list -> inventory: an offer is a reservation, which only reservations make.',
    ),
    layer(
      'reservations-know-no-payments',
      { path: '^server/src/domains/(?!payments/|departures/)', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/payments/' },
      'departures -> payments -> reservations, never back: what a reservation shows of its money it reads itself.',
    ),
    layer(
      'reservations-know-no-reminders',
      { path: '^server/src/domains/(?!reminders/|payments/)', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/reminders/' },
      'payments -> reminders -> reservations: what reminds reads what the others write.',
    ),
    layer(
      'the-manifest-only-looks',
      { path: '^server/src/domains/(?!manifest/)' },
      { path: '^server/src/domains/manifest/' },
      'The passenger list reads what the others write, and nobody needs it.',
    ),
    layer(
      'nobody-needs-boarding',
      { path: '^server/src/domains/(?!boarding/)' },
      { path: '^server/src/domains/boarding/' },
      'boarding -> reservations, trips, settings: attendance is written to the participant by the database.',
    ),
    layer(
      'audit-reads-only',
      { path: '^server/src/domains/audit/' },
      { path: '^server/src/domains/', pathNot: '^server/src/domains/(audit|settings)/' },
      'audit -> settings, for the time zone; entries are written through platform/audit/audit.ts.',
    ),
    layer(
      'trips-know-no-reservations',
      { path: '^server/src/domains/trips/' },
      { path: '^server/src/domains/(inventory|reservations|payments|manifest)/' },
      'reservations -> inventory -> trips, never back.',
    ),
    layer(
      'departures-stand-on-top',
      { path: '^server/src/domains/(?!departures/)', pathNot: '\\.test\\.ts$' },
      { path: '^server/src/domains/departures/' },
      'Deciding about a departure reads and moves what the others write, and nobody needs it.',
    ),
    layer(
      'the-overview-only-looks',
      { path: '^server/src/domains/(?!overview/)' },
      { path: '^server/src/domains/overview/' },
      'overview -> settings; it reads what the others write, and nobody needs it.',
    ),
    layer(
      'queries-are-sql-only',
      { path: '\\.queries\\.ts$' },
      { path: '\\.(routes|policy|present)\\.ts$' },
      'A query function takes the database and answers rows.',
    ),
    layer(
      'features-are-apart',
      { path: '^web/app/features/([^/]+)/' },
      { path: '^web/app/features/', pathNot: ['^web/app/features/$1/', '^web/app/features/session/'] },
      'A feature imports no other feature, except session.',
    ),
    layer(
      'features-know-no-routes',
      { path: '^web/app/(features|ui|lib)/' },
      { path: '^web/app/(routes/|root|routes\\.ts)' },
      'routes -> features -> ui, lib.',
    ),
    layer(
      'ui-knows-no-domain',
      { path: '^web/app/(ui|lib)/' },
      { path: '^web/app/features/' },
      'ui and lib serve all.',
    ),
    layer(
      'server-only-files-stay-there',
      {
        path: '^web/app/',
        pathNot: '(\\.server\\.tsx?|app/(entry\\.server|root)\\.tsx|app/server\\.ts)$|^web/app/routes/',
      },
      { path: '\\.server\\.tsx?$' },
      'Files named *.server.ts are for rendering on the server; of route modules only their loaders reach them.',
    ),
    layer(
      'tests-are-not-imported',
      { pathNot: '(\\.test\\.tsx?|/test/)' },
      { path: '\\.test\\.tsx?$' },
      'Nothing needs a test.',
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
