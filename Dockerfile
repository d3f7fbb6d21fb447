# gtarena on a CPU, by a user without rights. Results are written to the volume /work:
#
#   docker build --tag gtarena .
#   docker run --rm --volume gtarena:/work gtarena                     plays the default arena
#   docker run --rm --volume gtarena:/work gtarena game=nim agents=[mcts,random] matches=10

FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE gtarena_matches.py ./
COPY adapters adapters
COPY conf conf
COPY custom_games custom_games
COPY gtarena gtarena
COPY hydra_plugins hydra_plugins
RUN python -m venv /opt/gtarena \
 && /opt/gtarena/bin/pip install --no-cache-dir --constraint constraints.txt '.[all]' \
 && /opt/gtarena/bin/pip uninstall --yes pip

FROM python:3.13-slim
COPY --from=build /opt/gtarena /opt/gtarena
RUN useradd --no-create-home --home-dir /work player \
 && install --directory --owner=player --group=player /work
# Caches of replies and fonts are in the home folder, and so in the volume.
ENV HOME=/work PATH=/opt/gtarena/bin:$PATH
USER player
WORKDIR /work
VOLUME /work
ENTRYPOINT ["gtarena"]
