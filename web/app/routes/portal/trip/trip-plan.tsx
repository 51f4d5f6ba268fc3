import type { Trip } from '@passeio/contract/trips/trips';
import { Icon } from '~/ui/media/icon';
import styles from './trip-plan.module.css';

/** Itinerary; grouped by day on longer trips. */
export function Itinerary({ steps }: { steps: Trip['itinerary'] }) {
  const days = [...new Set(steps.map(({ day }) => day))];
  return days.map((day) => (
    <div key={day} className={styles.day}>
      {days.length > 1 && <h3 className={styles.dayName}>Dia {day}</h3>}
      <ol>
        {steps
          .filter((step) => step.day === day)
          .map((step) => (
            <li key={`${step.time}-${step.text}`} className={styles.step}>
              {step.time && <time className={styles.time}>{step.time}</time>}
              <span>{step.text}</span>
            </li>
          ))}
      </ol>
    </div>
  ));
}

export function BoardingPoints({ points }: { points: Trip['boardingPoints'] }) {
  return (
    <ul>
      {points.map(({ time, place }) => (
        <li key={`${time}-${place}`} className={styles.point}>
          <Icon name="pin" size={22} />
          <span>{place}</span>
          <time className={styles.time}>{time}</time>
        </li>
      ))}
    </ul>
  );
}

/** List of what is included (`yes`), not included (`no`), or to bring. */
export function Items({ items, kind }: { items: string[]; kind: 'yes' | 'no' | 'bring' }) {
  return (
    <ul className={styles.items} data-kind={kind}>
      {items.map((item) => (
        <li key={item}>
          <Icon name={kind === 'no' ? 'close' : 'check'} />
          {item}
        </li>
      ))}
    </ul>
  );
}
