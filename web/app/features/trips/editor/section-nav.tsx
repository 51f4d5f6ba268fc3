import { SectionWays } from '~/ui/navigation/section-ways';
import { useFormState } from './form-context';
import { errorsIn, sections } from './section-list';

/** The ways to the subjects of a trip. */
export function SectionNav() {
  const wrong = useFormState((state) => state.wrong);
  const refused = useFormState((state) => state.refused);
  const count = (id: string) => {
    const section = sections.find((one) => one.id === id);
    return section ? errorsIn(section, wrong, refused) : 0;
  };
  return <SectionWays label="Partes do passeio" sections={sections} errorsIn={count} />;
}
