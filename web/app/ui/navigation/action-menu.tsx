import type { MenuProps } from '@mantine/core';
import {
  type ComponentPropsWithRef,
  type ComponentType,
  cloneElement,
  type ReactElement,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '../feedback/alert';

/** An action, a page of the product, or one that opens in a new tab. */
export type MenuEntry = {
  label: string;
  icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  isDanger?: boolean;
} & ({ onSelect: () => void } | { to: string } | { href: string });

export interface LoadedMenuProps extends Omit<MenuProps, 'children' | 'opened'> {
  button: ReactElement<ComponentPropsWithRef<'button'>>;
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** A string is the heading of what follows, null the line between two parts. */
  entries: readonly (MenuEntry | string | null)[];
}

const load = () => import('./loaded-menu');
const loadAhead = () => void load().catch(() => undefined);

type ActionMenuProps = Omit<LoadedMenuProps, 'buttonRef'> & Partial<Pick<LoadedMenuProps, 'buttonRef'>>;

/** A button with a menu, which is loaded at the first press: most rows of a list never open theirs. */
export function ActionMenu({ buttonRef, ...props }: ActionMenuProps) {
  const ownRef = useRef<HTMLButtonElement>(null);
  const ref = buttonRef ?? ownRef;
  const [Loaded, setLoaded] = useState<ComponentType<LoadedMenuProps>>();
  async function open(): Promise<void> {
    try {
      const { LoadedMenu } = await load();
      setLoaded(() => LoadedMenu);
    } catch (error) {
      showAlert('error', explainFailure(error));
    }
  }
  const button = cloneElement(props.button, { ref });
  if (Loaded) return <Loaded {...props} button={button} buttonRef={ref} />;
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    onPointerEnter: loadAhead,
    onFocus: loadAhead,
  });
}
