const { options } = require('./.dependency-cruiser.cjs');

/** Folders that still import each other. Shorten this list, never extend it. */
const exceptions = [
  // AppError stands beside the HTTP handlers, which use the rest of the platform and the ports.
  '^server/src/(platform|ports)/',
  '^web/app/ui/(dialogs|editing)$',
];

/** A configuration of its own: tests, which may import every folder, must not count as edges between folders. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular-folders',
      comment: 'Folders are layers or subjects: merge two that import each other, or move what both use down.',
      severity: 'error',
      scope: 'folder',
      from: { pathNot: exceptions },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.test\\.tsx?$', '/test/'] } },
};
