import type { Trip } from '@passeio/contract/trips/trips';
import { createFormContext } from '~/ui/editing/form-context';
import type { TripFields } from './trip-fields';
import type { TripForm } from './trip-form';

export const {
  FormContext: TripFormContext,
  useForm: useTripForm,
  useFormState,
  useInputError,
  useField,
} = createFormContext<Trip | null, TripFields, TripForm>();
