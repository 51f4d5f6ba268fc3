import type { OperatorSettings } from '@passeio/contract/operator/operator';
import { createFormContext } from '~/ui/editing/form-context';
import type { OperatorForm } from './operator-form';
import type { OperatorFormValues } from './operator-form-values';

export const {
  FormContext: OperatorFormContext,
  useForm: useOperatorForm,
  useFormState: useOperatorState,
  useField: useOperatorField,
} = createFormContext<OperatorSettings, OperatorFormValues, OperatorForm>();
