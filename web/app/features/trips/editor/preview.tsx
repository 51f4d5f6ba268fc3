import { useStore } from 'zustand';
import { useSettings } from '~/lib/settings';
import { showAlert } from '~/ui/feedback/alert';
import type { Joining } from '../join-button';
import type { PhotoUploadQueue } from '../photos/photo-upload-queue';
import { TripDialog } from '../trip-dialog';
import { useFormState } from './form-context';
import { previewTrip } from './preview-trip';

async function sayPreview(): Promise<'failed'> {
  showAlert('info', 'Esta é só a prévia: nada foi reservado.');
  return 'failed';
}

const nothing: Joining = { reserve: sayPreview, wait: sayPreview, leave: async () => void (await sayPreview()) };

/** Preview in the portal's own dialog; its buttons only say that this is a preview. */
export function Preview({ queue, onClose }: { queue: PhotoUploadQueue; onClose: () => void }) {
  const { timeZone } = useSettings();
  const fields = useFormState((state) => state.fields);
  const stored = useFormState((state) => state.stored);
  const photos = useStore(queue.store, (state) => state.photos);
  const trip = previewTrip({ fields, stored, photos, timeZone });

  return (
    <TripDialog
      trip={trip}
      timeZone={timeZone}
      joining={nothing}
      onClose={onClose}
      onFollow={(event) => {
        event.preventDefault();
        showAlert('info', 'Esta é só a prévia: o link abre a página no portal.');
      }}
    />
  );
}
