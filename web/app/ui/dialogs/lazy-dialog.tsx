import { type ComponentType, useEffect, useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '../feedback/alert';

/** A dialog that is loaded when it is opened; where that fails, it closes, and a toast says why. */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  return function LazyDialog(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const { onClose } = props;
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever its parent hands on later.
    useEffect(() => {
      let isOpen = true;
      load().then(
        (Dialog) => isOpen && setLoaded(() => Dialog),
        (error) => {
          if (!isOpen) return;
          showAlert('error', explainFailure(error));
          onClose();
        },
      );
      return () => {
        isOpen = false;
      };
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
