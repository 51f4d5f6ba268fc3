import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Stack.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Text.css';
import '@mantine/core/styles/Title.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/Alert.css';
import '@mantine/core/styles/Pagination.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Progress.css';
import '@mantine/core/styles/Switch.css';
import '@mantine/core/styles/Skeleton.css';
import './mantine-frame.css';
import { ColorSchemeScript, createTheme, MantineProvider } from '@mantine/core';
import { type ComponentProps, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { useNonce } from '~/lib/nonce';

/** All ten shades are the same: the accent's variants are CSS custom properties (mantine-frame.css). */
const accent = Array.from({ length: 10 }, () => 'var(--accent)');

interface ButtonElementProps extends ComponentProps<'button'> {
  /** Set by Mantine's Button while it is `loading`. */
  'data-loading'?: boolean;
  /** Set by Mantine's Button where it is `disabled` by itself. */
  'data-disabled'?: boolean;
}

/**
 * The element of Mantine's Button (its default in the theme). Mantine disables a loading button, and a disabled one
 * loses the keyboard's focus. Here it stays focusable while it is busy, and only ignores presses and Enter in its form.
 */
function ButtonElement({ disabled, onClick, type = 'button', ...props }: ButtonElementProps) {
  const isBusy = Boolean(props['data-loading']) && !props['data-disabled'];
  return (
    <button
      {...props}
      type={type}
      disabled={disabled && !isBusy}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || props['aria-disabled']}
      onClick={isBusy ? ignore : onClick}
    />
  );
}

/** Keeps a press from the form and from what is around the button. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: accent as [string, string, string, string, string, string, string, string, string, string] },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { radius: 'xl', component: ButtonElement } },
    // A span without a role may not have a label.
    Loader: { defaultProps: { role: 'status' } },
    Paper: { defaultProps: { radius: 'lg', withBorder: true } },
    Text: { defaultProps: { inherit: true } },
    // The keyboard starts at the first entry, and what opens stays in the part of the page that it belongs to; it is
    // not hidden where its button was out of sight at the moment of opening, as one that the keyboard has just reached.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#conteudo' }, hideDetached: false },
    },
  },
});

/** CSP nonce for the style elements that Mantine creates in the browser. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

const neverChanges = () => () => {};
const isNotRendered = () => false;
const isRendered = () => true;

/**
 * Mantine for the pages behind login: its stylesheets, in the order they build on each other, and its provider.
 * Variables and classes come as files, not as generated style elements; of the style props the responsive ones
 * ({ base, md }) would make such elements and are not used (docs/decisions/0013).
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const rendered = useSyncExternalStore(neverChanges, isNotRendered, isRendered);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
      getStyleNonce={styleNonce}
    >
      {/* Server-rendered only: sets the colour scheme before the first paint. */}
      {rendered && <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />}
      {children}
    </MantineProvider>
  );
}
