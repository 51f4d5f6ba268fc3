import { type KyselyPlugin, OperationNodeTransformer, type RawNode, type SelectQueryNode } from 'kysely';

/** Removes every row lock from the queries: the control of a race. */
export const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }) =>
    new (class extends OperationNodeTransformer {
      protected override transformSelectQuery(select: SelectQueryNode): SelectQueryNode {
        const { endModifiers: _, ...rest } = super.transformSelectQuery(select);
        return rest;
      }

      protected override transformRaw(raw: RawNode): RawNode {
        const { sqlFragments, ...rest } = super.transformRaw(raw);
        return {
          ...rest,
          sqlFragments: sqlFragments.map((text) => text.replace(/for (no key )?update/, '')),
        };
      }
    })().transformNode(node),
  transformResult: async ({ result }) => result,
};
