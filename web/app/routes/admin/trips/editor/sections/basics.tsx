import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import { useField } from '../form-context';
import { EditorSection } from '../section';
import { LongTextField, SwitchField, TextField } from './inputs';

const MAX_SUMMARY = 240;

/** Title, summary and description. */
export function Basics() {
  const { value, error, change } = useField('description');
  return (
    <EditorSection id="basico" lead="O nome e o texto que convidam para o passeio.">
      <TextField name="title" label="Título" maxLength={120} />
      <LongTextField
        name="summary"
        label="Resumo"
        description={`Uma ou duas frases para os cartões do portal, com até ${MAX_SUMMARY} caracteres`}
        counted={MAX_SUMMARY}
      />
      <RichTextEditor
        name="description"
        label="Descrição"
        description="Pode colar do Word ou do WhatsApp: o texto fica limpo"
        value={value}
        onChange={change}
        error={error}
      />
      <SwitchField
        name="showDescription"
        label="Mostrar a descrição na janela do passeio"
        description="A página do passeio mostra sempre"
      />
    </EditorSection>
  );
}
