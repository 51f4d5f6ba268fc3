const ofTrip = (page: string) => (tripId: string) => `/admin/passeios/${tripId}${page}`;

/** Addresses of staff's pages about one trip. */
export const tripPaths = {
  passengers: ofTrip('/passageiros'),
  passengerSheet: ofTrip('/lista'),
  seats: ofTrip('/poltronas'),
  rooms: ofTrip('/quartos'),
  vehicleSwap: ofTrip('/troca-de-veiculo'),
  boarding: (tripId: string) => `/admin/embarque/${tripId}`,
  finalManifest: ofTrip('/lista-final'),
  waiting: ofTrip('/espera'),
  money: ofTrip('/financeiro'),
  messages: ofTrip('/mensagens'),
  settlementReport: ofTrip('/fechamento'),
  cancellation: (tripId: string) => `/admin/saidas/${tripId}/cancelamento`,
  reviews: (tripId: string) => `/admin/avaliacoes?passeio=${tripId}`,
  edit: ofTrip(''),
};
