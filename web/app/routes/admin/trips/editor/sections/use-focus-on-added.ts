import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an input of a row that was just added. Returns a function that requests the focus by input name. */
export function useFocusOnAdded(place: RefObject<HTMLElement | null>): (name: string) => void {
  const wanted = useRef('');
  useEffect(() => {
    if (wanted.current === '') return;
    const input = place.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wanted.current)}"]`);
    if (!input) return;
    wanted.current = '';
    input.focus();
  });
  return (name) => {
    wanted.current = name;
  };
}
