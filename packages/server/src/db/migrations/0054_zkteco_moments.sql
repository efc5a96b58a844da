-- What brings records of ZKTeco's terminals and their photographs together is cleared every hour, on time alone.

-- Keys are kept for a day: a terminal sends again what was not answered. A photograph goes as soon as it is with its record.
create index zkteco_moment__received_at on zkteco_moment (received_at);
