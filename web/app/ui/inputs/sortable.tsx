import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Over,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Group } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import styles from './sortable.module.css';

interface SortableProps {
  /** Keys of the items, in their order. */
  keys: string[];
  /** Accessible name of an item, as in "Ponto de embarque Rodoviária". */
  nameOf: (key: string) => string;
  onMove: (from: number, to: number) => void;
  layout?: 'list' | 'grid';
  children: ReactNode;
}

const instructions = {
  draggable:
    'Para mudar a ordem, aperte Espaço ou Enter, mova com as setas e aperte Espaço ou Enter de novo. Esc cancela.',
};

/** Sortable list: by dragging, by keyboard, or with {@link MoveButtons}. */
export function Sortable({ keys, nameOf, onMove, layout = 'list', children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  const hasMoved = useRef(false);

  function end({ active, over }: DragEndEvent): void {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: announcementsOf(keys, nameOf, hasMoved),
        screenReaderInstructions: instructions,
      }}
    >
      <SortableContext items={keys} strategy={layout === 'grid' ? rectSortingStrategy : verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

function announcementsOf(
  keys: string[],
  nameOf: (key: string) => string,
  hasMoved: { current: boolean },
): Announcements {
  const name = ({ id }: Active) => nameOf(String(id));
  const place = (over: { id: Over['id'] } | null) => `${keys.indexOf(String(over?.id)) + 1} de ${keys.length}`;
  return {
    onDragStart({ active }) {
      hasMoved.current = false;
      return `${name(active)}: pronto para mover, posição ${place(active)}.`;
    },
    onDragOver({ active, over }) {
      // Over itself at the start: would interrupt the first announcement.
      hasMoved.current ||= over?.id !== active.id;
      return over && hasMoved.current ? `${name(active)}: posição ${place(over)}.` : undefined;
    },
    onDragEnd: ({ active, over }) => `${name(active)}: ficou na posição ${place(over)}.`,
    onDragCancel: ({ active }) => `${name(active)}: continua onde estava.`,
  };
}

interface SortableItemProps {
  id: string;
  className?: string | undefined;
  /** Renders the item around its drag handle. */
  children: (handle: ReactNode) => ReactNode;
  /** Accessible name of the drag handle. */
  handleLabel: string;
}

export function SortableItem({ id, className = '', handleLabel, children }: SortableItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: 'item que muda de ordem' },
  });
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={handleLabel}
      className={styles.handle}
    >
      <IconGripVertical size={20} aria-hidden />
    </button>
  );
  return (
    <li
      ref={setNodeRef}
      className={`${styles.item} ${className}`.trim()}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
    >
      {children(handle)}
    </li>
  );
}

interface MoveButtonsProps {
  index: number;
  count: number;
  /** What is moved, as in "ponto de embarque 2". */
  name: string;
  onMove: (from: number, to: number) => void;
}

/** Buttons to move an item without dragging. */
export function MoveButtons({ index, count, name, onMove }: MoveButtonsProps) {
  return (
    <Group component="span" display="inline-flex" flex="none" gap={0} wrap="nowrap">
      <button
        type="button"
        className={styles.move}
        aria-label={`Mover ${name} para antes`}
        aria-disabled={index === 0 || undefined}
        onClick={() => index > 0 && onMove(index, index - 1)}
      >
        <IconChevronUp size={20} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.move}
        aria-label={`Mover ${name} para depois`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => index < count - 1 && onMove(index, index + 1)}
      >
        <IconChevronDown size={20} aria-hidden />
      </button>
    </Group>
  );
}
