/** First message, already typed, of a WhatsApp conversation that starts on the site. */
export const WHATSAPP_GREETING = 'Olá! Vim pelo site e quero saber mais sobre os passeios.';
