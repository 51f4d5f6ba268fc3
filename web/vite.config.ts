import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** React and the router change with our dependencies only: one file that browsers cache through our own releases. */
const framework = /node_modules\/(react|react-dom|scheduler|react-router|zustand\/esm\/(react|vanilla))(\/|\.)/;
// What the portal shares with the other pages is one chunk: many small files would cost a phone more than they
// save. Nothing of it may import Mantine or the text editor, which would come along to every visitor.
const shared =
  /web\/app\/(ui\/\w+\/(alert|base|button|error-code|icon|modal|notice|prefetch-link|rich-text|scroll-to-top|status-badge|toast|tokens|use-copy|when-released)(\.module)?\.|lib\/(explain-failure|formats|nonce|offline|page-meta|settings|trusted-html|use-retry|when-loaded)\.ts|features\/(reservations\/enrolment\/joined-trips|session\/(protected-pages|installation|remembered\/stored-keys|user-cache|session-hint)|settings\/brand-mark|trips\/(situation-mark|trip-picture))\.)|contract\/src\/(fare-labels|lines|means|public-paths|rich-text|trips\/pricing)/;

// Only the parts of the subjects' folders that pages of the portal draw: staff's calls bring the schemas, 24 KB.
// The rooms' styles lie with them: a stylesheet of their own would be the sixth of pages with a first view, and take the
// last connection of a browser, for which what is to be read would wait.
const portal =
  /web\/app\/(routes\/portal\/|features\/session\/remembered\/pending-choice\.|features\/trips\/(booking|gallery|join-button|party|party-coupon|party-picker|terms|trip-card|use-party)\.|features\/reviews\/star-row\.|ui\/inputs\/room-picker\.module\.)|contract\/src\/(discounts\/coupon-code|reviews\/stars)\./;

// Extras, and prices with them and discounts, with nothing that visitors have not: the page of a trip that has some
// waits for it.
const pricing =
  /web\/app\/features\/trips\/(extra-steppers|extras|priced-choice)\.tsx?|contract\/src\/(discounts\/(coupon-lines|rule-lines|rule-text)|reservations\/quote|trips\/extra-rules)\./;

// What every page behind login needs to call the API. Schemas that only some call stay out: a phone builds each of a
// file's when it is loaded, used or not.
const calls =
  /node_modules\/zod\/|web\/app\/(features\/session\/(?!remembered\/)|lib\/api\.|ui\/dialogs\/confirm\.)|contract\/src\/(api\/error-body|fields|money|pages|paths|reservation-states|roles|route|words|zod|payments\/to-do-routes|reservations\/cancellation|users\/own-profile)\./;

// What the first click on a trip's button needs: of many small files each name would stand in every page's script.
const joining =
  /web\/app\/features\/(reservations\/(enrolment\/join|status\/(reservation-states|status-badge))|session\/remembered\/(pending-enrolment|remembered-links))\.|contract\/src\/reservations\/(enrolment-routes|waiting-list|waiting-list-routes)\./;

// Libraries of single pages or dialogs: the editor, plots, and another identity provider.
const heavy =
  /node_modules\/(recharts|victory-vendor|d3-|@reduxjs|redux|react-redux|immer|reselect|es-toolkit|decimal\.js|@tiptap|prosemirror|firebase|@firebase|@mantine\/(charts|tiptap))|web\/app\/ui\/rich-text-editor/;

// Parts of menus, dialogs and editors that lists do not load: what floats over the page, the calendar, and forms with
// what stands in them.
const floating =
  /node_modules\/(@floating-ui\/|@mantine\/core\/esm\/(utils\/Floating|components\/(Autocomplete|Combobox(?!\/ComboboxChevron)|Menu|Popover|ScrollArea|Select))\/)/;
// Inputs that some pages use without a form.
const inputs = /node_modules\/@mantine\/core\/esm\/(components\/(Switch|Textarea)|utils\/InlineInput)\//;
// What only the forms of accounts and people need.
const identity =
  /node_modules\/maska\/|@mantine\/core\/esm\/components\/PasswordInput\/|web\/app\/(features\/(auth\/|reservations\/enrolment\/google-answer|trips\/chosen-places|users\/\w+-field)|routes\/(auth|link)\/|ui\/inputs\/(issuer|masked)-input)/;
// Every page clears it of those who left: not with the forms of those who use it.
const vault = /web\/app\/features\/boarding\/vault\.|node_modules\/idb\//;
const calendar = /node_modules\/(@mantine\/dates|dayjs)\/|ui\/inputs\/day-input\./;
const forms =
  /node_modules\/@mantine\/form\/|web\/app\/ui\/(editing\/use-schema-form|dialogs\/form-dialog|inputs\/(money-input|time-input))\./;

// What many pages behind login share is two files: of hundreds of small ones a phone would wait for each.
const ofPages = (folder: RegExp) => (id: string) =>
  folder.test(id) && ![heavy, floating, inputs, identity, calendar, forms].some((others) => others.test(id));

// What the pages of a payer share: they are opened one after the other.
const payer =
  /web\/app\/(features\/reservations\/(copy-code|enrolment\/waiting-list|my-reservations\/(links|my-reservations|voucher)|payment\/payment-choices|status\/(deadline|next-step))\.|routes\/area\/page\/use-joining)/;
// What the list of a payer's reservations and the page of one share.
const own =
  /web\/app\/(features\/reservations\/(cancellation\/|my-reservations\/reservation-card|payment\/money-line)|routes\/area\/my-reservations\/)|contract\/src\/reservations\/reserve-again\./;

// Icons and small parts, shared by only some pages, are one file, too; names of time zones bring the operator's schema.
const small =
  /@tabler|@mantine\/hooks|AccordionChevron|web\/app\/(ui\/(text|feedback|layout|media|navigation|theme)|lib(?!\/time-zone))\/|components\/Paper\/|ui\/(editing\/form-notice|inputs\/(choice-group|use-copy))\.|overview\/(overview|panel)\.|payments\/to-do\.|reservations\/party-label\./;

// Behind login there is one stylesheet, without those that overrule a library's, which is loaded with its component.
const overruling = /(editing|day-input|copy-dialog|photos|statement)\.module\.css$/;
const styles = /web\/app\/(features|ui\/(?!theme)|routes\/(?!portal)).*\.css$/;
const isOfArea = (id: string) => styles.test(id) && ![overruling, shared, portal].some((others) => others.test(id));

// What staff's start page draws, with the parts of it that a few other pages have: one file, not six. It is the last of
// the groups, because each takes what it imports along, unless an earlier one has it.
const day =
  /contract\/src\/failed-work\.|web\/app\/(features\/overview\/(day-figures|day-panels|plot)|routes\/area\/home\/(company-day|staff-home))\./;

// What lists take of the start page's subjects: its figures lead to them.
const lists = /web\/app\/features\/(overview\/overview|payments\/describe-method)\./;

// Lists offer it beside a person, without the rest of a reservation.
const whatsapp = /features\/reservations\/whatsapp\/|contract\/src\/(messages|reservations)\/whatsapp/;

// What several pages say of a reservation: one file, not twenty.
const reservations =
  /web\/app\/(features\/(reservations\/(participants\/(people|party)|passengers\/passenger(?!-search)|payment\/payment|timeline)|messages\/(?!failed)|audit)|routes\/admin\/passengers\/sheet).*\.tsx?$/;

// Schemas of several pages, but those of accounts and personal data, with their list of passwords, of pages that few
// open, as those of sellers, sources, connections and chats, of a boarding list, which opens without the others, and of
// what edits trips;
// and not all sentences of refusals.
const schemas =
  /contract\/src\/(?!api\/errors|boarding\/(boarding|guide)|permissions|roles|users|privacy|imports|reports|sellers|sources|connections|conversations|messages\/chat|departures\/calendar-address|payments\/(fiscal-settings|gift-card-routes|invoice-batches|issued-invoices|settlement-report|trip-money)|boarding\/(final-manifest|passenger-routes|trip-rooms)|seats\/vehicle|trips\/(date-rule|series-changes|trip-changes|trip-draft|trip-editing-routes))/;
// A boarding list's schemas and what a phone keeps of it: without a file of their own they would lie with a payer's
// reservations and the forms of accounts, and bring these.
const boarding = /contract\/src\/boarding\/(boarding|guide)|web\/app\/features\/boarding\/(outbox|saved-boarding)\./;
// What many pages of the area draw, without the parts that would bring schemas, or the portal, to all of them.
const drawn =
  /web\/app\/(?!features\/(reservations\/(my-reservations\/voucher|passengers\/passenger-search|status\/(reservation-states|status-badge))|trips\/(extras|payment-plan|use-coupon))\.)|contract\/src\/seats\/seat-label\./;

/**
 * The browser describes no schema, and every sentence is our own (contract/src/zod.ts): Zod's JSON Schema and English,
 * 6 KB on every page behind login, stay out.
 */
function withoutUnusedZod(): Plugin {
  return {
    name: 'zod-without-unused-parts',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/ },
      handler: (code) =>
        [
          'export default () => ({});',
          ...Array.from(
            code.matchAll(/^export (?:function|const) (\w+)/gm),
            ([, name]) => `export const ${name} = () => {};`,
          ),
        ].join('\n'),
    },
  };
}

/** Classes are named after their own and their file's name: what names of one file share, a phone receives once. */
function generateScopedName(name: string, file: string): string {
  const from = relative(import.meta.dirname, file.split('?')[0] ?? '');
  return `${name}_${createHash('sha256').update(from).digest('base64url').slice(0, 4)}`;
}

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), withoutUnusedZod()],
  resolve: { tsconfigPaths: true },
  css: { modules: { generateScopedName } },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Reads only the icons that are used, of 6,000 modules: half of a build's time.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 2 },
                { name: 'shared', test: shared, priority: 1, minShareCount: 2 },
                { name: 'portal', test: portal, priority: 1, minShareCount: 2 },
                { name: 'pricing', test: pricing, priority: 1 },
                { name: 'calls', test: calls, priority: 1, minShareCount: 2 },
                { name: 'joining', test: joining, minShareCount: 2 },
                { name: 'styles', test: isOfArea },
                { name: 'libraries', test: ofPages(/node_modules/), minShareCount: 14 },
                { name: 'area', test: ofPages(drawn), minShareCount: 9 },
                { name: 'small', test: small, minShareCount: 2, maxModuleSize: 4000 },
                { name: 'whatsapp', test: whatsapp, minShareCount: 2 },
                { name: 'contract', test: schemas, minShareCount: 5 },
                { name: 'boarding', test: boarding, minShareCount: 2 },
                { name: 'payer', test: payer, minShareCount: 2 },
                { name: 'inputs', test: inputs, minShareCount: 2 },
                { name: 'forms', test: forms, minShareCount: 2 },
                { name: 'reservations', test: ofPages(reservations), minShareCount: 2 },
                { name: 'floating', test: floating },
                { name: 'vault', test: vault, minShareCount: 2 },
                { name: 'identity', test: identity, minShareCount: 2 },
                { name: 'own', test: own, minShareCount: 2 },
                { name: 'calendar', test: calendar },
                { name: 'lists', test: lists, minShareCount: 2 },
                { name: 'day', test: day },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './app/server.ts' } },
      // The server build carries its dependencies: React's production build, whatever NODE_ENV says at run time. Its
      // packages choose by `process.env.NODE_ENV`, which server builds leave as it is unless it is defined.
      ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
      resolve: command === 'build' ? { noExternal: true } : {},
    },
  },
}));
