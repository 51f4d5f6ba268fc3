import { SectionNav as Nav } from '~/ui/navigation/section-nav';
import { useFormState } from './form-context';
import { errorsIn, sections } from './section-list';

/** Navigation between the sections of a trip. */
export function SectionNav() {
  const wrong = useFormState((state) => state.wrong);
  const refused = useFormState((state) => state.refused);
  const count = (id: string) => {
    const section = sections.find((one) => one.id === id);
    return section ? errorsIn(section, wrong, refused) : 0;
  };
  return <Nav label="Partes do passeio" sections={sections} errorsIn={count} />;
}
