import { useFormats } from '~/lib/formats';
import { useField } from '../form-context';
import { EditorSection } from '../section';
import { MomentField } from './inputs';
import styles from './sections.module.css';

/** Departure and return in the operator's time zone. */
export function When() {
  const { timeZone } = useFormats();
  const { value: departure } = useField('date');
  const { value: back, change } = useField('returnDate');

  /** Most trips return on the day of departure: follows it until another day is chosen. */
  function followDeparture(day: string): void {
    if (back.day === '' || back.day === departure.day) change({ ...back, day });
  }

  return (
    <EditorSection id="quando" lead={`${zoneName(timeZone)}, onde quer que você esteja.`}>
      <div className={styles.pair}>
        <MomentField name="date" label="Saída" onDay={followDeparture} />
        <MomentField name="returnDate" label="Volta" min={departure.day} />
      </div>
    </EditorSection>
  );
}

/** "Horário de Brasília". */
function zoneName(timeZone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  // Intl says "Padrão", which Brazil has dropped since it abolished daylight saving time.
  return name.replace('Horário Padrão', 'Horário');
}
