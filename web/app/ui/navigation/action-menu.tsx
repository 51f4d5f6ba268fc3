import { type ComponentType, cloneElement, useRef, useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '../feedback/alert';
import type { LoadedMenuProps } from './loaded-menu';

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
